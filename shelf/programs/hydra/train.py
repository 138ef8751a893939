"""Configured by Hydra: one training, or one for each combination of a sweep."""

import logging
import os

import hydra
import torch
from omegaconf import DictConfig, OmegaConf

log = logging.getLogger(__name__)


@hydra.main(version_base=None, config_path="conf", config_name="config")
def main(config: DictConfig):
    print(OmegaConf.to_yaml(config))
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(4, config.model.width), torch.nn.Tanh(), torch.nn.Linear(config.model.width, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config.lr)
    x = torch.randn(64, 4)
    for _ in range(config.steps):
        loss = (model(x) - x.prod(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    folder = hydra.core.hydra_config.HydraConfig.get().runtime.output_dir
    with open(os.path.join(folder, "result.txt"), "w") as file:
        file.write(f"{loss.item():.5f}\n")
    print(f"{os.path.relpath(folder)}: {loss.item():.5f}")


if __name__ == "__main__":
    main()
