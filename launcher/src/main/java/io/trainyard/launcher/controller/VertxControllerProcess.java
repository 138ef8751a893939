package io.trainyard.launcher.controller;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.trainyard.core.loop.LoopOptions;
import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the controller on one event loop from start to end. Only the thread that called {@link #run} ever waits.
 */
public final class VertxControllerProcess implements ControllerProcess {
    private static final Logger LOG = LoggerFactory.getLogger(VertxControllerProcess.class);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(60);

    /** A handler that keeps an event loop for so long is logged with its stack. */
    private static final Duration BLOCKED = Duration.ofSeconds(2);

    /** More than there are contexts, so that no two share a thread, however few processors there are. Those that nobody uses cost next to nothing. */
    private static final int EVENT_LOOPS = 16;

    /** Vert.x starts one more for each task until there are so many, idle ones or not, and each keeps some memory for good. */
    private static final int WORKERS = 6;

    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    @Override
    public int run(Request request) {
        // The JDK's resolver knows the cluster's search domains; must be set before Vert.x starts.
        System.setProperty("vertx.disableDnsResolver", "true");
        LOG.atInfo()
                .addKeyValue("version", request.build().version())
                .addKeyValue("commit", request.build().commit())
                .addKeyValue("java", request.build().java())
                .log("starting");
        Vertx vertx = createVertx();
        EventLoop loop = new EventLoop(vertx.getOrCreateContext());
        ControllerLife life =
                new ControllerLife(loop, request, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), end);
        loop.context().exceptionHandler(failure -> unexpected(Thread.currentThread(), failure));
        Thread.setDefaultUncaughtExceptionHandler(this::unexpected);
        loop.execute(life::start);
        int exitCode = await();
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        loop.execute(
                () -> life.stop().subscribe().with(done -> stopped.complete(null), stopped::completeExceptionally));
        try {
            stopped.get(SHUTDOWN_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException incomplete) {
            LOG.atWarn().log("not everything ended in good order: {}", incomplete.toString());
        }
        VertxShutdown.await(vertx);
        LOG.atInfo().addKeyValue("exitCode", exitCode).log("ended");
        return exitCode;
    }

    /** Where no event loop shares its thread with another one. */
    static Vertx createVertx() {
        return Vertx.vertx(LoopOptions.warningAfter(BLOCKED)
                .setEventLoopPoolSize(EVENT_LOOPS)
                .setWorkerPoolSize(WORKERS)
                .setInternalBlockingPoolSize(WORKERS));
    }

    /** What nobody else has caught: of a plugin's own thread it concerns only the plugin. */
    private void unexpected(Thread thread, Throwable failure) {
        Optional<String> plugin = PluginHost.ownerOf(thread);
        LOG.atError()
                .setCause(failure)
                .addKeyValue("thread", thread.getName())
                .addKeyValue("plugin", plugin.orElse(""))
                .log("unexpected failure");
        if (failure instanceof VirtualMachineError && plugin.isEmpty()) {
            // Who knows what was left half done.
            end.complete(1);
        }
    }

    @Override
    public void stop() {
        end.complete(0);
    }

    private int await() {
        try {
            return end.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return 1;
        } catch (ExecutionException failure) {
            LOG.atError().setCause(failure.getCause()).log("the controller cannot go on");
            return 1;
        }
    }
}
