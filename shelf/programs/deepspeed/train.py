"""ZeRO on a small model; DeepSpeed's launcher gives each process its number."""

import argparse

import deepspeed
import torch

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=-1)
parser.add_argument("--steps", type=int, default=4)
parser = deepspeed.add_config_arguments(parser)
args = parser.parse_args()

# Gloo does without the kernel that DeepSpeed would compile first.
deepspeed.ops.__compatible_ops__["deepspeed_shm_comm"] = False
deepspeed.init_distributed("gloo")
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(16, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
engine, _, _, _ = deepspeed.initialize(args=args, model=model, model_parameters=model.parameters())
torch.manual_seed(engine.global_rank)
for step in range(args.steps):
    loss = engine(torch.randn(8, 16)).pow(2).mean()
    engine.backward(loss)
    engine.step()
print(f"rank {engine.global_rank} of {engine.world_size}: step {engine.global_steps}, loss {loss.item():.4f}\n", end="", flush=True)
