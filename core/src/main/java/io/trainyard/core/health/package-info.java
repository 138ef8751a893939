/**
 * Liveness and readiness. Start with {@link io.trainyard.core.health.HealthServer}; what is checked are
 * {@link io.trainyard.core.health.HealthCheck}s that others bring. Imports nothing of the controllers.
 */
@NullMarked
package io.trainyard.core.health;

import org.jspecify.annotations.NullMarked;
