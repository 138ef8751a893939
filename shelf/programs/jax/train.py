"""Linear regression on all devices of all processes; who they are, JAX finds out itself."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec

jax.config.update("jax_platforms", "cpu")
jax.distributed.initialize()
mesh = Mesh(np.array(jax.devices()), ("data",))
random = np.random.RandomState(0)
features = random.randn(64, 5).astype("float32")
targets = features @ np.arange(1.0, 6.0, dtype="float32")
each = len(features) // jax.process_count()
mine = slice(jax.process_index() * each, (jax.process_index() + 1) * each)
rows = NamedSharding(mesh, PartitionSpec("data"))
x = jax.make_array_from_process_local_data(rows, features[mine])
y = jax.make_array_from_process_local_data(rows, targets[mine])


@functools.partial(jax.jit, out_shardings=NamedSharding(mesh, PartitionSpec()))
def step(weights, x, y):
    return weights - 0.1 * jax.grad(lambda w: jnp.mean((x @ w - y) ** 2))(weights)


weights = jnp.zeros(5)
for _ in range(60):
    weights = step(weights, x, y)
multihost_utils.sync_global_devices("trained")
print(f"process {jax.process_index()} of {jax.process_count()}: {np.round(np.asarray(weights.addressable_data(0)), 3).tolist()}\n", end="", flush=True)
