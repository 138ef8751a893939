"""Data-parallel training whose nodes may come and go: whenever one is lost or added, torchrun starts this program anew on all of them.

So every process writes what it has learnt after each epoch, and at the start the one that knows most tells the others. Works with PyTorch 1.13 and 2.
"""

import os
import sys
import time

import torch
import torch.distributed as dist

EPOCHS = int(os.environ.get("EPOCHS", "60"))
SECONDS_PER_EPOCH = float(os.environ.get("SECONDS_PER_EPOCH", "0.5"))
# A folder of the pod: it outlives this program, and a node that is new finds it empty.
CHECKPOINT = os.path.join(os.environ.get("CHECKPOINT_FOLDER", "."), "checkpoint.pt")


def load(model):
    """What this process knows; the number of epochs is 0 where it knows nothing."""
    if not os.path.exists(CHECKPOINT):
        return 0
    saved = torch.load(CHECKPOINT)
    model.load_state_dict(saved["model"])
    return saved["epoch"]


def share(model, epoch):
    """All take over what the process knows that has trained longest."""
    epochs = [torch.zeros(1, dtype=torch.int64) for _ in range(dist.get_world_size())]
    dist.all_gather(epochs, torch.tensor([epoch]))
    best = max(range(len(epochs)), key=lambda rank: epochs[rank].item())
    for parameter in model.parameters():
        dist.broadcast(parameter.data, src=best)
    return int(epochs[best].item())


def save(model, epoch):
    """A reader sees the old file or the new one, even if this process is killed meanwhile."""
    torch.save({"epoch": epoch, "model": model.state_dict()}, CHECKPOINT + ".new")
    os.replace(CHECKPOINT + ".new", CHECKPOINT)


def same_weights_everywhere(model):
    weights = torch.cat([parameter.detach().flatten() for parameter in model.parameters()])
    everywhere = [torch.zeros_like(weights) for _ in range(dist.get_world_size())]
    dist.all_gather(everywhere, weights)
    return all(torch.equal(weights, other) for other in everywhere)


def main():
    dist.init_process_group("gloo")
    rank, size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(1, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    epoch = share(model, load(model))
    if rank == 0:
        print(f"{size} processes go on after epoch {epoch}", flush=True)
    network = torch.nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.02)
    torch.manual_seed(1000 * epoch + rank)  # data of its own for each process
    while epoch < EPOCHS:
        for _ in range(10):
            x = (torch.rand(32, 1) * 2 - 1) * torch.pi
            loss = torch.nn.functional.mse_loss(network(x), torch.sin(x))
            optimizer.zero_grad()
            loss.backward()  # the gradients of all processes are averaged here
            optimizer.step()
        epoch += 1
        save(model, epoch)
        if not same_weights_everywhere(model):
            sys.exit("the processes do not hold the same weights")
        if rank == 0:
            x = torch.linspace(-torch.pi, torch.pi, 200).unsqueeze(1)
            loss = torch.nn.functional.mse_loss(model(x), torch.sin(x)).item()
            print(f"epoch {epoch}/{EPOCHS} loss {loss:.4f}, {size} processes hold the same weights", flush=True)
        time.sleep(SECONDS_PER_EPOCH)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
