"""Data-parallel training with PyTorch over gloo: every process sees data of its own, all end with the same weights.

Started by torchrun. Works with PyTorch 1.13 and 2.
"""

import sys

import torch
import torch.distributed as dist

try:
    import trainyard_status  # beside this program; it also trains without
except ImportError:
    trainyard_status = None

EPOCHS = 10
STEPS = 50


def main():
    dist.init_process_group("gloo")
    rank, size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)  # the same weights everywhere,
    model = torch.nn.Sequential(torch.nn.Linear(1, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    model = torch.nn.parallel.DistributedDataParallel(model)
    torch.manual_seed(100 + rank)  # but data of its own for each process
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    mean = torch.zeros(1)
    reporter = trainyard_status and trainyard_status.Reporter(total_steps=EPOCHS)
    for epoch in range(1, EPOCHS + 1):
        total = torch.zeros(1)
        for _ in range(STEPS):
            x = (torch.rand(32, 1) * 2 - 1) * torch.pi
            loss = torch.nn.functional.mse_loss(model(x), torch.sin(x))
            optimizer.zero_grad()
            loss.backward()  # the gradients of all processes are averaged here
            optimizer.step()
            total += loss.detach()
        mean = total / STEPS
        dist.all_reduce(mean)
        mean /= size
        if rank == 0:
            print(f"epoch {epoch}/{EPOCHS} loss {mean.item():.4f}", flush=True)
        if reporter:
            reporter.step(epoch, loss=mean)

    if reporter:
        reporter.done()
        reporter.close()
    weights = torch.cat([parameter.detach().flatten() for parameter in model.parameters()])
    everywhere = [torch.zeros_like(weights) for _ in range(size)]
    dist.all_gather(everywhere, weights)
    if not all(torch.equal(weights, other) for other in everywhere):
        sys.exit("the processes do not hold the same weights")
    if rank == 0:
        print(f"all {size} processes hold the same weights, PyTorch {torch.__version__}", flush=True)
    dist.destroy_process_group()
    if not mean.item() < 0.1:
        sys.exit(f"the loss is still {mean.item():.4f}")


if __name__ == "__main__":
    main()
