package io.trainyard.core.kube;

import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Waits in a test thread. */
final class Awaiting {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Awaiting() {}

    static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    /** The failure of a request that must fail. */
    static ApiFailure failureOf(Uni<?> uni) {
        try {
            Object item = uni.await().atMost(PATIENCE);
            throw new AssertionError("expected a failure, got " + item);
        } catch (ApiFailure failure) {
            return failure;
        }
    }
}
