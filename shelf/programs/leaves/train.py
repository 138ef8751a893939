"""Ends with a code of its own when its loss is not good enough; says so on standard error. A job script reads that code."""

import logging
import sys

import torch

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
log = logging.getLogger("trainer")
torch.manual_seed(0)
model = torch.nn.Linear(4, 1)
loss = model(torch.ones(8, 4)).pow(2).mean()
log.info("starts with %d parameters", sum(p.numel() for p in model.parameters()))
sys.stdout.write(f"loss={loss.item():.4f}")
sys.stdout.write("\n100%|####|\r100%|####| done\n\n  indented, and a blank line above\n")
limit = float(sys.argv[1])
if loss.item() > limit:
    log.warning("%.4f is more than %s", loss.item(), limit)
    sys.exit(3)
print("no line end at the end", end="")
