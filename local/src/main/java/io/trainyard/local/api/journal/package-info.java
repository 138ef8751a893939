/**
 * Keeps the objects of a server in a file, so that they outlive its process. Start with {@link io.trainyard.local.api.journal.Journal}. Sees the store
 * alone; knows nothing of HTTP, kinds or permissions.
 */
@NullMarked
package io.trainyard.local.api.journal;

import org.jspecify.annotations.NullMarked;
