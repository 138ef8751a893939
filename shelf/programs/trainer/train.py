"""Pre-trains a language model of a few thousand weights with transformers' Trainer. Options are TrainingArguments'."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel, HfArgumentParser, Trainer, TrainingArguments, set_seed
from transformers.trainer_callback import ProgressCallback


class Letters(torch.utils.data.Dataset):
    def __init__(self, count, length):
        generator = torch.Generator().manual_seed(0)
        self.rows = torch.randint(64, (count, length), generator=generator)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {"input_ids": self.rows[i], "labels": self.rows[i]}


def main():
    (args,) = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()
    set_seed(args.seed)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=64, n_positions=16, n_embd=16, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=0))
    trainer = Trainer(model=model, args=args, train_dataset=Letters(64, 16), eval_dataset=Letters(16, 16))
    trainer.remove_callback(ProgressCallback)
    trainer.train()
    loss = trainer.evaluate()["eval_loss"]
    trainer.save_model()
    if trainer.is_world_process_zero():
        for entry in trainer.state.log_history:
            if "loss" in entry:
                print(f"step {entry['step']}: loss {entry['loss']:.4f}", flush=True)
        print(f"processes {args.world_size}, steps {trainer.state.global_step}, evaluated {loss:.4f}", flush=True)


if __name__ == "__main__":
    main()
