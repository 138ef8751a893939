"""Supervised fine-tuning by TRL, with a tokenizer that is made here and a data set of a few sentences."""

import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")

from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast, TrainingArguments, set_seed
from transformers.trainer_callback import ProgressCallback
from trl import SFTTrainer

words = "the a small large model learns reads writes letters numbers and stops".split()
vocabulary = {word: i for i, word in enumerate(["<pad>", "<s>", "</s>", "<unk>", *words])}
core = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
core.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=core, pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>")

set_seed(0)
model = GPT2LMHeadModel(GPT2Config(vocab_size=len(vocabulary), n_positions=16, n_embd=16, n_layer=1, n_head=2, bos_token_id=1, eos_token_id=2))
data = Dataset.from_dict({"text": [f"{a} {b} model {c} {d}" for a in words[:2] for b in words[2:4] for c in words[5:8] for d in words[8:10]]})
settings = TrainingArguments("out", max_steps=6, per_device_train_batch_size=4, logging_steps=2, save_strategy="no", report_to=[], use_cpu=True)
trainer = SFTTrainer(model=model, args=settings, train_dataset=data, tokenizer=tokenizer, dataset_text_field="text", max_seq_length=16)
trainer.remove_callback(ProgressCallback)
trainer.train()
trainer.save_model("out/final")
for entry in trainer.state.log_history:
    if "loss" in entry:
        print(f"step {entry['step']}: loss {entry['loss']:.4f}")
