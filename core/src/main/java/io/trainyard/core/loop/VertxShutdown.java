package io.trainyard.core.loop;

import io.trainyard.foundation.time.Blocking;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of Vert.x in a process that ends, too. */
public final class VertxShutdown {
    private static final Logger LOG = LoggerFactory.getLogger(VertxShutdown.class);

    /** Nothing of it is worth more to who waits for the process. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private VertxShutdown() {}

    /**
     * Closes Vert.x and blocks until its threads have ended, for a second at most. A JVM that exits while a thread waits for the network takes it for busy,
     * and gives it 0.3 s. Not for an event loop of it, which would wait for itself.
     */
    @Blocking("called by threads that may wait")
    public static void await(Vertx vertx) {
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException incomplete) {
            LOG.debug("Vert.x did not end in good order", incomplete);
        }
    }
}
