package io.trainyard.launcher.run;

import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.local.api.LocalApiOptions;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.function.UnaryOperator;

/**
 * What a run stands on, whatever its input is.
 *
 * @param context the event loop of the run
 * @param cluster is starting
 */
public record PreparedRun(Context context, TimeSource time, Timeline timeline, LocalCluster cluster) {
    /** Starts everything that needs no input. Takes a while. */
    static PreparedRun start(EarlyStart early, PluginSource plugins, int port, boolean debug) {
        return start(early.vertx(), plugins, early.classes(), options -> options.withPort(port), debug);
    }

    /**
     * Starts Vert.x and a cluster.
     *
     * @param server what its API server is to be like
     * @param debug whether it is told how long each part takes
     */
    public static PreparedRun start(PluginSource plugins, UnaryOperator<LocalApiOptions> server, boolean debug) {
        return start(new EarlyStart().vertx(), plugins, PluginClassLoaders.separate(), server, debug);
    }

    private static PreparedRun start(
            Vertx vertx,
            PluginSource plugins,
            PluginClassLoaders classes,
            UnaryOperator<LocalApiOptions> server,
            boolean debug) {
        Context context = vertx.getOrCreateContext();
        VertxTimeSource time = new VertxTimeSource(context);
        Timeline timeline = new Timeline(time, new PrintWriter(System.err, true, Charset.defaultCharset()), debug);
        timeline.mark("Vert.x");
        return new PreparedRun(
                context, time, timeline, LocalCluster.start(context, plugins, classes, server, timeline));
    }

    /** The one that all of it runs on. */
    public Vertx vertx() {
        return context.owner();
    }
}
