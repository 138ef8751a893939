/** The only way to get time and to wait. Start with {@link io.trainyard.local.time.TimeSource}. */
@NullMarked
package io.trainyard.local.time;

import org.jspecify.annotations.NullMarked;
