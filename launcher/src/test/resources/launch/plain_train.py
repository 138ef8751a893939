"""import torch is what this does not do."""
print("import torch")
