import jax
print(jax.process_index())
