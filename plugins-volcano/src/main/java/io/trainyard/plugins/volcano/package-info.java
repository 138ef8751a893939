/**
 * Volcano: PodGroups with queue, priority and network topology for the gangs that the host plans. Read
 * {@link io.trainyard.plugins.volcano.VolcanoPlugin} first. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.volcano;

import org.jspecify.annotations.NullMarked;
