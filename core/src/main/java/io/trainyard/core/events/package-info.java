/** Kubernetes events for users. Start with {@link io.trainyard.core.events.EventRecorder}. */
@NullMarked
package io.trainyard.core.events;

import org.jspecify.annotations.NullMarked;
