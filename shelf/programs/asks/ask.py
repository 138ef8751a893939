"""Asks before it trains, and reads the answers from standard input."""

import sys

import torch

steps = int(input("steps? "))
rate = float(input("learning rate? "))
print()
rest = sys.stdin.read().split()
torch.manual_seed(0)
weight = torch.ones(len(rest), requires_grad=True)
target = torch.tensor([float(value) for value in rest])
for step in range(steps):
    loss = ((weight - target) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        weight -= rate * weight.grad
        weight.grad = None
    print(f"{step}: {loss.item():.4f}")
print("terminal" if sys.stdout.isatty() or sys.stdin.isatty() else "pipe", sys.argv[1:])
