import os
import torch

print(os.environ["RANK"], torch.__name__)
