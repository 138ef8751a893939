package io.trainyard.local.kubelet.pod;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a pod waits for may never come; a local run does not wait for ever. Not for several threads. */
final class SetupTimeout {
    private final Duration limit;
    private @Nullable Instant since;

    SetupTimeout(Duration limit) {
        this.limit = limit;
    }

    /** The pod could not be set up; says whether to give up. */
    boolean isExceeded(Instant now, boolean terminal) {
        if (since == null) {
            since = now;
        }
        return terminal || Duration.between(since, now).compareTo(limit) >= 0;
    }

    /** The pod is set up. */
    void clear() {
        since = null;
    }
}
