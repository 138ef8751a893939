/**
 * Clocks and timers. Start with {@link io.trainyard.core.time.TimeSource}; nothing else in core may ask the JVM for the time or wait for it.
 */
@NullMarked
package io.trainyard.core.time;

import org.jspecify.annotations.NullMarked;
