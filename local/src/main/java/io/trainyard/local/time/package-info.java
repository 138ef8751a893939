/** Time on the event loops of the local cluster, real or moved by tests. Both are a {@link io.trainyard.foundation.time.TimeSource}. */
@NullMarked
package io.trainyard.local.time;

import org.jspecify.annotations.NullMarked;
