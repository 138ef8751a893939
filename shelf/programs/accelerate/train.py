"""A training loop of one's own with Accelerate, for however many processes there are."""

import argparse

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--cpu", action="store_true")
parser.add_argument("--epochs", type=int, default=2)
args = parser.parse_args()

accelerator = Accelerator(cpu=args.cpu, gradient_accumulation_steps=2)
set_seed(42)
data = TensorDataset(torch.randn(64, 12), torch.randn(64, 1))
model = torch.nn.Sequential(torch.nn.Linear(12, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
model, optimizer, loader = accelerator.prepare(model, optimizer, DataLoader(data, batch_size=8, shuffle=True))
for epoch in range(args.epochs):
    losses = []
    for features, targets in loader:
        with accelerator.accumulate(model):
            loss = torch.nn.functional.mse_loss(model(features), targets)
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        losses.append(accelerator.gather_for_metrics(loss.detach().reshape(1)))
    accelerator.print(f"epoch {epoch}: processes {accelerator.num_processes}, batches {len(losses)}, loss {torch.cat(losses).mean().item():.4f}", flush=True)
accelerator.save_state("state")
accelerator.end_training()
