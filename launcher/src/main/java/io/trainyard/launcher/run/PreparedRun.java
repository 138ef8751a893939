package io.trainyard.launcher.run;

import io.trainyard.core.loop.LoopOptions;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.local.api.LocalApiOptions;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * What a run stands on, whatever its input is.
 *
 * @param context the event loop of the run
 * @param cluster is starting
 */
public record PreparedRun(Context context, TimeSource time, Timeline timeline, LocalCluster cluster) {
    private static final Duration BLOCKED = Duration.ofSeconds(2);

    /** Starts Vert.x and everything that needs no input. Takes a while. */
    static PreparedRun start(PluginSource plugins, int port, boolean debug) {
        return start(plugins, options -> options.withPort(port), debug);
    }

    /**
     * Starts Vert.x and a cluster.
     *
     * @param server what its API server is to be like
     * @param debug whether it is told how long each part takes
     */
    public static PreparedRun start(PluginSource plugins, UnaryOperator<LocalApiOptions> server, boolean debug) {
        // The JDK's resolver is enough for 127.0.0.1; must be set before Vert.x starts.
        System.setProperty("vertx.disableDnsResolver", "true");
        Vertx vertx = Vertx.vertx(LoopOptions.warningAfter(BLOCKED));
        Context context = vertx.getOrCreateContext();
        VertxTimeSource time = new VertxTimeSource(context);
        Timeline timeline = new Timeline(time, new PrintWriter(System.err, true, Charset.defaultCharset()), debug);
        timeline.mark("Vert.x");
        return new PreparedRun(context, time, timeline, LocalCluster.start(context, plugins, server, timeline));
    }

    /** The one that all of it runs on. */
    public Vertx vertx() {
        return context.owner();
    }
}
