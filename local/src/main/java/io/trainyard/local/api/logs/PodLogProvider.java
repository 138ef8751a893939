package io.trainyard.local.api.logs;

import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import java.util.Map;

/** Knows where the logs of containers are. Called on an event loop, which it must not block. */
@FunctionalInterface
public interface PodLogProvider {
    /** For servers without containers: there are no logs. */
    PodLogProvider NONE = request -> Future.failedFuture(new ApiException(
            404, "NotFound", "no logs are kept: nothing runs the containers of this server", Map.of()));

    /**
     * Opens the log of a container. The pod exists and has such a container, which may not have started yet.
     *
     * @return fails with an {@link ApiException}, for example as a bad request (400) while the container waits to start
     */
    Future<PodLog> open(PodLogRequest request);
}
