package io.trainyard.core.reconcile;

import io.trainyard.core.kube.ApiFailure;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells conflicts that pass by themselves from those that a user should hear of. Somebody else was faster, and the next reconcile sees what he did: nothing
 * is wrong, unless it goes on. Lives on the event loop.
 */
final class PassingConflicts {
    /** By then the caches have caught up, and the next reconciles have been tried many times. */
    static final Duration MAX_PASSING = Duration.ofMinutes(1);

    private final TimeSource time;
    private final Map<ResourceKey, Long> since = new HashMap<>();

    PassingConflicts(TimeSource time) {
        this.time = time;
    }

    /** Whether the failure is a conflict, and the TrainJob has not failed with conflicts, and nothing else, for long. */
    boolean isPassing(ResourceKey key, Throwable failure) {
        if (!isConflict(failure)) {
            since.remove(key);
            return false;
        }
        return time.nanos() - since.computeIfAbsent(key, unknown -> time.nanos()) < MAX_PASSING.toNanos();
    }

    /** A reconcile went well, or there is nothing left to reconcile. */
    void forget(ResourceKey key) {
        since.remove(key);
    }

    private static boolean isConflict(Throwable failure) {
        return failure instanceof ApiFailure api
                && (api.kind() == ApiFailure.Kind.CONFLICT || api.kind() == ApiFailure.Kind.ALREADY_EXISTS);
    }
}
