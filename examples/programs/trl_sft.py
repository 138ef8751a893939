"""Supervised fine-tuning with TRL of a model with a few thousand parameters, made on the spot: no hub, no download.

Started by torchrun. Every rank trains on rows of its own; at the end all must hold the same weights, and the loss must have fallen. For TRL 0.7, which works with
PyTorch 1.13.
"""

import sys
import tempfile

import torch
import torch.distributed as dist
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, TrainerCallback, TrainingArguments
from trl import SFTTrainer

WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]


class Losses(TrainerCallback):
    """Rank 0 tells each loss that the trainer logs."""

    def on_log(self, args, state, control, logs=None, **kwargs):
        if state.is_world_process_zero and "loss" in (logs or {}):
            print(f"step {state.global_step} loss {logs['loss']:.4f}", flush=True)


def tokenizer():
    vocabulary = {word: number for number, word in enumerate(["<unk>", "<end>", *WORDS])}
    words = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="<unk>", eos_token="<end>", pad_token="<end>")


def main():
    torch.manual_seed(0)
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=10,
            hidden_size=16,
            intermediate_size=32,
            num_hidden_layers=1,
            num_attention_heads=2,
            max_position_embeddings=32,
        )
    )
    rows = [" ".join(WORDS[(start + i) % len(WORDS)] for i in range(16)) for start in range(128)]
    trainer = SFTTrainer(
        model=model,
        tokenizer=tokenizer(),
        train_dataset=Dataset.from_dict({"text": rows}),
        dataset_text_field="text",
        max_seq_length=32,
        callbacks=[Losses()],
        args=TrainingArguments(
            output_dir=tempfile.mkdtemp(),
            use_cpu=True,
            ddp_backend="gloo",
            learning_rate=0.01,
            per_device_train_batch_size=8,
            num_train_epochs=4,
            logging_steps=4,
            save_strategy="no",
            report_to=[],
            disable_tqdm=True,
        ),
    )
    trainer.train()

    weights = torch.cat([parameter.detach().flatten() for parameter in model.parameters()])
    rank, size = trainer.accelerator.process_index, trainer.accelerator.num_processes
    print(f"rank {rank} of {size}: {weights.numel()} parameters, {trainer.state.global_step} steps", flush=True)
    if size > 1:
        everywhere = [torch.zeros_like(weights) for _ in range(size)]
        dist.all_gather(everywhere, weights)
        if not all(torch.equal(weights, other) for other in everywhere):
            sys.exit("the ranks do not hold the same weights")
        dist.barrier()
        dist.destroy_process_group()  # by all at once: a rank that ends first would take its peers with it
    if rank == 0:
        print(f"all {size} ranks hold the same weights", flush=True)


if __name__ == "__main__":
    main()
