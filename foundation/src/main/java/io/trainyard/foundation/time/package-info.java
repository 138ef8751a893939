/**
 * Clocks and timers. Start with {@link io.trainyard.foundation.time.TimeSource}; what turns it into Vert.x timers lies beside the event loops
 * of {@code core} and {@code local}. Not for plugins.
 */
@NullMarked
package io.trainyard.foundation.time;

import org.jspecify.annotations.NullMarked;
