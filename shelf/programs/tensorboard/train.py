"""Writes scalars, a histogram and its settings for TensorBoard, and prints what it wrote."""

import sys

import torch
from torch.utils.tensorboard import SummaryWriter

torch.manual_seed(0)
writer = SummaryWriter(sys.argv[1], comment="ignored")
model = torch.nn.Linear(5, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(20):
    x = torch.randn(32, 5)
    loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    writer.add_scalar("loss/train", loss.item(), step)
    if step % 10 == 9:
        writer.add_histogram("weights", model.weight, step)
        print(f"step {step}: {loss.item():.4f}")
writer.add_text("model", str(model))
writer.close()
