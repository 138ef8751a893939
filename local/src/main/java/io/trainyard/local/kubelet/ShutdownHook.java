package io.trainyard.local.kubelet;

import io.trainyard.foundation.time.Blocking;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops a kubelet when the virtual machine ends by a signal or by {@code System.exit}. */
final class ShutdownHook {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownHook.class);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration LIMIT = GRACE.plusSeconds(4);

    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    /** Adds a hook; {@code stop} takes the time that containers have to end. */
    static ShutdownHook add(Function<Duration, Future<Void>> stop) {
        Thread thread = new Thread(() -> await(stop.apply(GRACE)), "trainyard-kubelet-shutdown");
        Runtime.getRuntime().addShutdownHook(thread);
        return new ShutdownHook(thread);
    }

    @Blocking("runs on the thread of a shutdown hook")
    private static void await(Future<Void> stopped) {
        try {
            stopped.toCompletionStage().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("not all containers ended in good order: {}", e.toString());
        }
    }

    /** The kubelet is being stopped already. */
    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException endingAlready) {
            // Then the hook is what stops the kubelet, or it finds it stopped.
            LOG.debug("the virtual machine is ending");
        }
    }
}
