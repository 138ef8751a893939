/**
 * How a plugin says which other objects concern a TrainJob; the host opens the watches. Start with {@link io.trainyard.spi.watch.WatchSpec}.
 */
@NullMarked
@Stable
package io.trainyard.spi.watch;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
