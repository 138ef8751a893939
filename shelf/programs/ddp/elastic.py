"""The same for torchrun, which says who is who. It goes on from its snapshot if there is one."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main(epochs, save_every, snapshot):
    dist.init_process_group("gloo")
    rank, local_rank = int(os.environ["RANK"]), int(os.environ["LOCAL_RANK"])
    torch.manual_seed(0)
    data = TensorDataset(torch.rand(512, 20), torch.rand(512, 1))
    module, first = torch.nn.Linear(20, 1), 0
    if os.path.exists(snapshot):
        saved = torch.load(snapshot)
        module.load_state_dict(saved["model"])
        first = saved["epoch"] + 1
    model = DDP(module)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    sampler = DistributedSampler(data)
    loader = DataLoader(data, batch_size=32, sampler=sampler)
    for epoch in range(first, epochs):
        sampler.set_epoch(epoch)
        for features, targets in loader:
            optimizer.zero_grad()
            loss = F.mse_loss(model(features), targets)
            loss.backward()
            optimizer.step()
        print(f"[rank {rank}] epoch {epoch} | batches {len(loader)} | loss {loss.item():.5f}\n", end="", flush=True)
        if local_rank == 0 and rank == 0 and epoch % save_every == 0:
            torch.save({"model": module.state_dict(), "epoch": epoch}, snapshot)
    print(f"[rank {rank}] of {dist.get_world_size()}: weights {module.weight.sum().item():.5f}\n", end="", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("epochs", type=int)
    parser.add_argument("save_every", type=int)
    parser.add_argument("--snapshot", default="snapshot.pt")
    args = parser.parse_args()
    main(args.epochs, args.save_every, args.snapshot)
