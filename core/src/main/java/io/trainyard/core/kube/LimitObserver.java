package io.trainyard.core.kube;

import java.time.Duration;

/** Told of what the client's limit does. Called on the owning event loop: count and return. */
public interface LimitObserver {
    /** Counts nothing. */
    LimitObserver NONE = new LimitObserver() {};

    /** So many requests may be under way at once from now on. */
    default void allowed(int requests) {}

    /** The API server asked for less: 429, or 503 with a time to wait. */
    default void refused() {}

    /** A request could not be sent at once. */
    default void waited(Duration time) {}
}
