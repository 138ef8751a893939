/**
 * At most one replica runs the controllers. Start with {@link io.trainyard.core.leader.LeaderElector}; what it decides is in
 * {@link io.trainyard.core.leader.Election}, which knows neither clocks nor requests. Imports nothing of the controllers.
 */
@NullMarked
package io.trainyard.core.leader;

import org.jspecify.annotations.NullMarked;
