"""A linear model on random data, in one process: the beginning of the DDP series."""

import argparse

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, loader, optimizer, save_every):
        self.model, self.loader, self.optimizer, self.save_every = model, loader, optimizer, save_every

    def epoch(self, number):
        total = 0.0
        for features, targets in self.loader:
            self.optimizer.zero_grad()
            loss = F.mse_loss(self.model(features), targets)
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        print(f"epoch {number} | batches {len(self.loader)} | loss {total / len(self.loader):.5f}")

    def train(self, epochs):
        for number in range(epochs):
            self.epoch(number)
            if number % self.save_every == 0:
                torch.save(self.model.state_dict(), "checkpoint.pt")
                print(f"epoch {number} | saved checkpoint.pt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("epochs", type=int)
    parser.add_argument("save_every", type=int)
    parser.add_argument("--batch-size", type=int, default=32)
    args = parser.parse_args()
    torch.manual_seed(0)
    data = TensorDataset(torch.rand(512, 20), torch.rand(512, 1))
    model = torch.nn.Linear(20, 1)
    loader = DataLoader(data, batch_size=args.batch_size, shuffle=True)
    Trainer(model, loader, torch.optim.SGD(model.parameters(), lr=0.01), args.save_every).train(args.epochs)
    print(f"weights {model.weight.sum().item():.5f}")
