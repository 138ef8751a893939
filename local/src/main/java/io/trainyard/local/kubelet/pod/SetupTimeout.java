package io.trainyard.local.kubelet.pod;

import io.trainyard.foundation.time.Delays;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a pod waits for may never come; a local run does not wait for ever. Not for several threads. */
final class SetupTimeout {
    private final Duration limit;
    private @Nullable Long since;

    SetupTimeout(Duration limit) {
        this.limit = limit;
    }

    /**
     * The pod could not be set up; says whether to give up.
     *
     * @param now nanoseconds of a clock that nobody sets
     */
    boolean isExceeded(long now, boolean terminal) {
        if (since == null) {
            since = now;
        }
        return terminal || now - since >= Delays.nanos(limit);
    }

    /** The pod is set up. */
    void clear() {
        since = null;
    }
}
