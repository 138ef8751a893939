/**
 * What plugins for gang schedulers have in common. Read {@link io.trainyard.spi.scheduler.GangSchedulerPlugin} first; its parts can be used without
 * it. Nothing here is needed by other plugins.
 */
@Experimental
@NullMarked
package io.trainyard.spi.scheduler;

import io.trainyard.foundation.stability.Experimental;
import org.jspecify.annotations.NullMarked;
