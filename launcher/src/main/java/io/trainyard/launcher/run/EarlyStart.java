package io.trainyard.launcher.run;

import io.trainyard.core.loop.LoopOptions;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.foundation.time.Blocking;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What every run on this machine needs whatever its options are. To read the command line takes as long as to make it, so both are done at the same
 * time. Safe for several threads.
 */
public final class EarlyStart {
    private static final Duration BLOCKED = Duration.ofSeconds(2);

    private final PluginClassLoaders classes = PluginClassLoaders.shared();
    private final FutureTask<Vertx> vertx = new FutureTask<>(EarlyStart::open);

    /** Begins in the background; returns at once. To call it again changes nothing. */
    public void begin() {
        Thread thread = new Thread(vertx, "trainyard-early");
        thread.setDaemon(true);
        thread.start();
    }

    /** For all who load plugins in this process: TrainJobs are judged with them before they are reconciled with them. */
    public PluginClassLoaders classes() {
        return classes;
    }

    /** Vert.x; made by this call where nobody has begun. Blocks until it is there. */
    @Blocking("called by threads that may wait")
    Vertx vertx() {
        vertx.run();
        try {
            return vertx.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        } catch (ExecutionException failure) {
            throw new IllegalStateException("cannot start: " + failure.getCause(), failure.getCause());
        }
    }

    private static Vertx open() {
        // The JDK's resolver is enough for 127.0.0.1; must be set before Vert.x starts.
        System.setProperty("vertx.disableDnsResolver", "true");
        return Vertx.vertx(LoopOptions.warningAfter(BLOCKED));
    }
}
