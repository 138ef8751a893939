"""The same with one process for each rank, which the program starts itself and which meet at an address of its own."""

import os
import sys

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def setup(rank, world_size):
    os.environ["MASTER_ADDR"] = "localhost"
    os.environ["MASTER_PORT"] = "12355"
    dist.init_process_group("gloo", rank=rank, world_size=world_size)


def work(rank, world_size, epochs):
    setup(rank, world_size)
    torch.manual_seed(0)
    data = TensorDataset(torch.rand(512, 20), torch.rand(512, 1))
    model = DDP(torch.nn.Linear(20, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    sampler = DistributedSampler(data)
    loader = DataLoader(data, batch_size=32, sampler=sampler)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for features, targets in loader:
            optimizer.zero_grad()
            loss = F.mse_loss(model(features), targets)
            loss.backward()
            optimizer.step()
        total = loss.detach().clone()
        dist.all_reduce(total)
        if rank == 0:
            print(f"epoch {epoch} | ranks {world_size} | batches {len(loader)} | loss {total.item() / world_size:.5f}", flush=True)
    if rank == 0:
        torch.save(model.module.state_dict(), "checkpoint.pt")
        print(f"weights {model.module.weight.sum().item():.5f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    world_size, epochs = int(sys.argv[1]), int(sys.argv[2])
    mp.spawn(work, args=(world_size, epochs), nprocs=world_size, join=True)
    print(f"all {world_size} ranks have ended")
