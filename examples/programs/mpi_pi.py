"""Estimates pi on all ranks of MPI together: each throws its own darts, one all-reduce counts the hits. Needs mpi4py."""

import argparse
import random
import socket

from mpi4py import MPI


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--darts", type=int, default=200_000, help="darts of each rank")
    darts = parser.parse_args().darts

    world = MPI.COMM_WORLD
    rank, size = world.Get_rank(), world.Get_size()
    print(f"rank {rank} of {size} on {socket.gethostname()}", flush=True)

    darts_of_rank = random.Random(rank)
    hits = sum(darts_of_rank.random() ** 2 + darts_of_rank.random() ** 2 <= 1 for _ in range(darts))
    all_hits = world.allreduce(hits, op=MPI.SUM)
    sum_of_ranks = world.allreduce(rank, op=MPI.SUM)

    if rank == 0:
        print(f"sum of ranks {sum_of_ranks}", flush=True)
        print(f"pi is about {4 * all_hits / (darts * size):.4f}", flush=True)


if __name__ == "__main__":
    main()
