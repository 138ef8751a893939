# Settings that replace those of train.py.
block_size = 16
n_embd = 16
max_iters = 6
eval_interval = 3
