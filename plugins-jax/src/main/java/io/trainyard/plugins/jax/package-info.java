/**
 * JAX with {@code jax.distributed}: node counts, the variables that tell a program its place in the group, its port, and the checks that tell a user early
 * what would not run. Read {@link io.trainyard.plugins.jax.JaxPlugin} first. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.jax;

import org.jspecify.annotations.NullMarked;
