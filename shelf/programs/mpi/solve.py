"""Heat in a rod by Jacobi's steps: each rank has a piece, rank 0 reads the input and writes the result."""

import sys

import numpy as np
from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()
settings = None
if rank == 0:
    with open(sys.argv[1]) as file:
        settings = [line.split() for line in file if not line.startswith("#")][0]
settings = world.bcast(settings, root=0)
points, steps, left, right = int(settings[0]), int(settings[1]), float(settings[2]), float(settings[3])
assert points % size == 0, "the ranks must share the points evenly"
above = rank + 1 if rank + 1 < size else MPI.PROC_NULL
below = rank - 1 if rank > 0 else MPI.PROC_NULL
mine = np.zeros(points // size + 2)
for step in range(steps):
    from_below = world.sendrecv(mine[-2], dest=above, source=below)
    from_above = world.sendrecv(mine[1], dest=below, source=above)
    mine[0] = left if rank == 0 else from_below
    mine[-1] = right if rank == size - 1 else from_above
    new = mine.copy()
    new[1:-1] = (mine[:-2] + mine[2:]) / 2
    change = world.allreduce(float(np.abs(new - mine).max()), op=MPI.MAX)
    mine = new
print(f"rank {rank} of {size}: {mine[1:-1].sum():.6f}\n", end="", flush=True)
whole = world.gather(mine[1:-1], root=0)
if rank == 0:
    np.savetxt("result.txt", np.concatenate(whole), fmt="%.6f")
    print(f"change {change:.6f}\n", end="", flush=True)
