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

    /** There is trouble; tells whether to give up. */
    boolean isExceeded(Instant now, boolean terminal) {
        if (since == null) {
            since = now;
        }
        return terminal || Duration.between(since, now).compareTo(limit) >= 0;
    }

    /** There is no trouble any more. */
    void clear() {
        since = null;
    }
}
