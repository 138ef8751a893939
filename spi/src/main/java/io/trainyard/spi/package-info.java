/**
 * The contract between Trainyard and its plugins. Read {@link io.trainyard.spi.Plugin} first, then the seven interfaces of
 * {@code io.trainyard.spi.extension}. Nothing here may use a Kubernetes client, Vert.x or the core.
 */
@NullMarked
@Stable
package io.trainyard.spi;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
