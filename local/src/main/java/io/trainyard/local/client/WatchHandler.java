package io.trainyard.local.client;

import java.util.Optional;

/** Is told what a watch brings, on the context on which the watch was started. */
public interface WatchHandler {
    void event(WatchEvent event);

    /**
     * The watch is over, and nothing more will come of it.
     *
     * @param failure why; empty when the server or the client ended it in the ordinary way. {@link ApiException#isExpired} means to list again
     */
    default void end(Optional<ApiException> failure) {}
}
