import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, required=True)
parser.add_argument("--name", required=True)
args = parser.parse_args()
torch.manual_seed(args.seed)
model = torch.nn.Linear(6, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(64, 6)
for _ in range(20):
    optimizer.zero_grad()
    loss = (model(data) - data.sum(1, keepdim=True)).pow(2).mean()
    loss.backward()
    optimizer.step()
print(f"{args.name!r} {loss.item():.4f}")
