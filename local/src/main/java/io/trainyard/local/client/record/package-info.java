/** Events: what users are told about objects. Start with {@link io.trainyard.local.client.record.EventRecorder}. */
@NullMarked
package io.trainyard.local.client.record;

import org.jspecify.annotations.NullMarked;
