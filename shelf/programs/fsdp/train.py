"""Shards a small transformer over the ranks, on CPUs."""

import os

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = torch.nn.Sequential(*[torch.nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True) for _ in range(2)], torch.nn.Linear(16, 1))
mesh = dist.device_mesh.init_device_mesh("cpu", (dist.get_world_size(),))
for layer in model:
    fully_shard(layer, mesh=mesh)
fully_shard(model, mesh=mesh)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
torch.manual_seed(100 + rank)
for step in range(6):
    loss = model(torch.randn(4, 5, 16)).pow(2).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
shards = sum(p.to_local().numel() for p in model.parameters())
print(f"rank {rank} ({os.environ['LOCAL_RANK']}) of {dist.get_world_size()}: {shards} weights here, loss {loss.item():.4f}\n", end="", flush=True)
dist.destroy_process_group()
