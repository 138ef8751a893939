"""Images from a folder, read and changed by workers of a DataLoader."""

import argparse
import os

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Folder(Dataset):
    def __init__(self, folder):
        self.files = sorted(os.path.join(folder, name) for name in os.listdir(folder))

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        image = torch.from_numpy(np.load(self.files[i])).float()
        if torch.rand(()) < 0.5:
            image = image.flip(-1)
        return image, i % 4


def make(folder, count):
    os.makedirs(folder, exist_ok=True)
    random = np.random.RandomState(0)
    for i in range(count):
        np.save(os.path.join(folder, f"{i:03}.npy"), random.rand(3, 16, 16).astype("float32"))


def main():
    parser = argparse.ArgumentParser(description="Train on images")
    parser.add_argument("data", metavar="DIR")
    parser.add_argument("-j", "--workers", type=int, default=2)
    parser.add_argument("-b", "--batch-size", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    make(args.data, 128)
    torch.manual_seed(5)
    model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 14 * 14, 4))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    loader = DataLoader(Folder(args.data), args.batch_size, shuffle=True, num_workers=args.workers, persistent_workers=args.workers > 0)
    for epoch in range(args.epochs):
        for step, (images, labels) in enumerate(loader):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(images), labels)
            loss.backward()
            optimizer.step()
            if step % 4 == 0:
                print(f"Epoch: [{epoch}][{step}/{len(loader)}]\tLoss {loss.item():.4e}")
        torch.save({"epoch": epoch + 1, "state_dict": model.state_dict()}, "checkpoint.pth.tar")


if __name__ == "__main__":
    main()
