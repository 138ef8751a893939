package io.trainyard.core.kube;

import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Waits in a test thread. */
final class Awaiting {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private Awaiting() {}

    static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }

    /** The failure of a request that must fail. */
    static ApiFailure failureOf(Uni<?> uni) {
        try {
            Object item = uni.await().atMost(TIMEOUT);
            throw new AssertionError("expected a failure, got " + item);
        } catch (ApiFailure failure) {
            return failure;
        }
    }
}
