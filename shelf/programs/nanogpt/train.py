"""A small language model of characters. Runs alone, or as one rank of several when a launcher says so; settings come
from files and from --key=value."""

import ast
import os
import pickle
import sys

import numpy as np
import torch
import torch.nn as nn
from torch.distributed import destroy_process_group, init_process_group
from torch.nn.parallel import DistributedDataParallel as DDP

out_dir = "out"
block_size = 32
n_embd = 32
n_head = 2
batch_size = 8
max_iters = 20
eval_interval = 10
learning_rate = 1e-2
gradient_accumulation_steps = 2
backend = "gloo"
for argument in sys.argv[1:]:
    if argument.startswith("--"):
        key, _, value = argument[2:].partition("=")
        if key not in globals():
            raise ValueError(f"no setting is called {key}")
        globals()[key] = ast.literal_eval(value)
    else:
        print(f"settings of {argument}")
        exec(open(argument).read())

ddp = int(os.environ.get("RANK", -1)) != -1
if ddp:
    init_process_group(backend=backend)
    rank, world_size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    master, seed = rank == 0, rank
    assert gradient_accumulation_steps % world_size == 0
    gradient_accumulation_steps //= world_size
else:
    master, seed, world_size = True, 0, 1
if master:
    os.makedirs(out_dir, exist_ok=True)
    print(f"tokens per iteration: {gradient_accumulation_steps * world_size * batch_size * block_size:,}", flush=True)
torch.manual_seed(1337 + seed)

# The text is made up; a letter follows from the one before it more often than not.
random = np.random.RandomState(7)
vocabulary = 12
text = [0]
for _ in range(4000):
    text.append((text[-1] * 5 + 3) % vocabulary if random.rand() < 0.7 else random.randint(vocabulary))
tokens = torch.tensor(text)


def batch():
    at = torch.randint(len(tokens) - block_size - 1, (batch_size,))
    return torch.stack([tokens[i : i + block_size] for i in at]), torch.stack([tokens[i + 1 : i + 1 + block_size] for i in at])


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.token, self.place = nn.Embedding(vocabulary, n_embd), nn.Embedding(block_size, n_embd)
        self.block = nn.TransformerEncoderLayer(n_embd, n_head, 4 * n_embd, dropout=0.0, batch_first=True)
        self.head = nn.Linear(n_embd, vocabulary)

    def forward(self, x, y):
        mask = torch.triu(torch.full((x.size(1), x.size(1)), float("-inf")), 1)
        logits = self.head(self.block(self.token(x) + self.place(torch.arange(x.size(1))), src_mask=mask))
        return nn.functional.cross_entropy(logits.flatten(0, 1), y.flatten())


torch.manual_seed(1)
model = Model()
torch.manual_seed(1337 + seed)
if ddp:
    model = DDP(model)
raw = model.module if ddp else model
optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
for iteration in range(max_iters + 1):
    for step in range(gradient_accumulation_steps):
        if ddp:
            model.require_backward_grad_sync = step == gradient_accumulation_steps - 1
        loss = model(*batch()) / gradient_accumulation_steps
        loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    if master and iteration % eval_interval == 0:
        print(f"iter {iteration}: loss {loss.item() * gradient_accumulation_steps:.4f}", flush=True)
        with open(os.path.join(out_dir, "state.pkl"), "wb") as file:
            pickle.dump({"iteration": iteration, "loss": round(loss.item(), 4)}, file)
if ddp:
    destroy_process_group()
