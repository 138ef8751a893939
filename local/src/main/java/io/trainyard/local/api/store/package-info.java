/**
 * All objects, in memory, with one counter of revisions and the changes of the recent past. Start with
 * {@link io.trainyard.local.api.store.ObjectStore}. Belongs to one thread; knows nothing of HTTP, kinds or permissions.
 */
@NullMarked
package io.trainyard.local.api.store;

import org.jspecify.annotations.NullMarked;
