package io.trainyard.launcher.cli.controller;

import io.trainyard.core.config.Configuration;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.BuildInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The controller from start-up to its end. */
public interface ControllerProcess {
    /**
     * Runs until it is told to stop or cannot go on. Blocks the calling thread, which is no event loop.
     *
     * @return the exit code of the process: 0 after {@link #stop}, something else when it could not start or could not go on
     */
    int run(Request request);

    /** Asks for a graceful stop. Returns at once; from any thread, more than once, also before {@link #run}. */
    void stop();

    /**
     * What the administrator asked for.
     *
     * @param configuration valid configuration
     * @param kubeconfig kubeconfig that a flag names; empty to look for one
     * @param ownNamespace namespace that the process runs in
     * @param plugins where plugins are found
     * @param build which build this is
     * @param shutdownDelay how long admission reviews are answered after {@link #stop}
     */
    record Request(
            Configuration configuration,
            Optional<Path> kubeconfig,
            String ownNamespace,
            PluginSource plugins,
            BuildInfo build,
            Duration shutdownDelay) {}
}
