/**
 * Which key is looked at next: one entry per key, events before the initial list, failures with back-off. Start with
 * {@link io.trainyard.core.queue.KeyedQueue}. Pure: time and chance come in as parameters; no Vert.x, no Mutiny, no client.
 */
@NullMarked
package io.trainyard.core.queue;

import org.jspecify.annotations.NullMarked;
