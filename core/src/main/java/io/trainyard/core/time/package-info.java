/**
 * Time as it passes, and waiting for it, on event loops; nothing else in core may ask the JVM for the time. Start with
 * {@link io.trainyard.core.time.VertxTimeSource}.
 */
@NullMarked
package io.trainyard.core.time;

import org.jspecify.annotations.NullMarked;
