/**
 * Telling clients what changes. Start with {@link io.trainyard.local.api.watch.WatchHub}. Runs on the event loop that
 * owns the store; knows nothing of transports.
 */
@NullMarked
package io.trainyard.local.api.watch;

import org.jspecify.annotations.NullMarked;
