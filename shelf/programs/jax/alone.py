"""The same on one process, with no word of others."""

import jax
import jax.numpy as jnp

key, other = jax.random.split(jax.random.PRNGKey(0))
x = jax.random.normal(key, (64, 5))
y = x @ jnp.arange(1.0, 6.0)
loss = jax.jit(jax.value_and_grad(lambda w: jnp.mean((x @ w - y) ** 2)))
weights = jnp.zeros(5)
for step in range(30):
    value, slope = loss(weights)
    weights -= 0.1 * slope
    if step % 10 == 0:
        print(f"step {step}: {value:.4f}")
print(jax.process_count(), [round(float(w), 2) for w in weights])
