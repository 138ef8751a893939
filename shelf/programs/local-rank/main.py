"""Made for the launcher of before torchrun, which gives each process its number as an option."""

import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", "--local-rank", type=int, default=0, help="given by the launcher")
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("-n", "--steps", type=int, default=5)
args = parser.parse_args()

dist.init_process_group(backend="gloo", init_method="env://")
torch.manual_seed(3)
model = DistributedDataParallel(torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2)))
optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
torch.manual_seed(10 + dist.get_rank())
for step in range(args.steps):
    optimizer.zero_grad()
    loss = model(torch.randn(16, 8)).pow(2).mean()
    loss.backward()
    optimizer.step()
print(f"local rank {args.local_rank} of {dist.get_world_size()}: loss {loss.item():.5f} after {args.steps} steps of {args.lr}\n", end="", flush=True)
