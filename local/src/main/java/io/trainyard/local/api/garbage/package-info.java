/**
 * Deletes what nobody owns any more, and empties namespaces that are to go. Start with
 * {@link io.trainyard.local.api.garbage.GarbageCollector}. Writes through the kernel, like any client; runs on the event loop that owns the
 * store.
 */
@NullMarked
package io.trainyard.local.api.garbage;

import org.jspecify.annotations.NullMarked;
