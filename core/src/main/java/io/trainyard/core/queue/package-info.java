/**
 * Which key is looked at next: one entry per key, new jobs before events and these before crowds, all before the initial list, failures with backoff. Start with
 * {@link io.trainyard.core.queue.WorkQueue}. Pure: time and chance come in as parameters; no Vert.x, no Mutiny, no client.
 */
@NullMarked
package io.trainyard.core.queue;

import org.jspecify.annotations.NullMarked;
