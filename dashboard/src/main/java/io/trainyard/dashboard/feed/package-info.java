/**
 * Changes of jobs, from the read model to every open page: numbered, shared, bounded. Start with {@link io.trainyard.dashboard.feed.Feed}.
 */
@NullMarked
package io.trainyard.dashboard.feed;

import org.jspecify.annotations.NullMarked;
