"""Data-parallel training with JAX: every process sees data of its own, all end with the same weights.

One process on each node. JAX finds the address of its coordinator by itself; how many processes there are, and which one this is, a program has to
tell it, once, before anything is computed.
"""

import os
import sys

import jax

jax.distributed.initialize(
    coordinator_address=os.environ["JAX_COORDINATOR_ADDRESS"],
    num_processes=int(os.environ["JAX_NUM_PROCESSES"]),
    process_id=int(os.environ["JAX_PROCESS_ID"]),
)

import jax.numpy as jnp
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec

EPOCHS = 10
STEPS = 40
BATCH = 64
RATE = 0.1
MOMENTUM = 0.9


def predict(weights, x):
    hidden = jnp.tanh(x @ weights["in"] + weights["bias"])
    return hidden @ weights["out"]


def loss_of(weights, x, y):
    return jnp.mean((predict(weights, x) - y) ** 2)


@jax.jit
def step(weights, speed, x, y):
    # The batch lies on all devices of all processes, so the gradient is that of the whole batch.
    loss, gradient = jax.value_and_grad(loss_of)(weights, x, y)
    speed = jax.tree.map(lambda v, g: MOMENTUM * v - RATE * g, speed, gradient)
    return jax.tree.map(jnp.add, weights, speed), speed, loss


def main():
    rank, size = jax.process_index(), jax.process_count()
    print(f"process {rank} of {size} sees {jax.local_device_count()} of {jax.device_count()} devices", flush=True)
    mesh = Mesh(np.array(jax.devices()), ("data",))
    everywhere = NamedSharding(mesh, PartitionSpec())
    split = NamedSharding(mesh, PartitionSpec("data"))

    same = np.random.default_rng(0)  # the same weights everywhere,
    weights = {
        "in": same.normal(size=(1, 16)).astype(np.float32),
        "bias": np.zeros(16, np.float32),
        "out": (same.normal(size=(16, 1)) / 4).astype(np.float32),
    }
    weights = jax.tree.map(lambda w: jax.make_array_from_process_local_data(everywhere, w), weights)
    speed = jax.tree.map(jnp.zeros_like, weights)
    own = np.random.default_rng(100 + rank)  # but data of its own for each process
    mean = first = None
    for epoch in range(1, EPOCHS + 1):
        losses = []
        for _ in range(STEPS):
            x = own.uniform(-np.pi, np.pi, size=(BATCH, 1)).astype(np.float32)
            batch = [jax.make_array_from_process_local_data(split, part) for part in (x, np.sin(x))]
            weights, speed, loss = step(weights, speed, *batch)
            losses.append(float(loss))
        mean = sum(losses) / STEPS
        first = first or mean
        if rank == 0:
            print(f"epoch {epoch}/{EPOCHS} loss {mean:.4f}", flush=True)

    flat = np.concatenate([np.asarray(w).ravel() for w in jax.tree.leaves(weights)])
    of_all = np.asarray(multihost_utils.process_allgather(flat)).reshape(size, -1)
    if not all(np.array_equal(flat, other) for other in of_all):
        sys.exit("the processes do not hold the same weights")
    if rank == 0:
        print(f"all {size} processes hold the same weights, JAX {jax.__version__}", flush=True)
    if not mean < first / 2:
        sys.exit(f"the loss is still {mean:.4f}, it was {first:.4f}")
    jax.distributed.shutdown()


if __name__ == "__main__":
    main()
