package io.trainyard.dashboard.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the controller is.
 *
 * @param leader who reconciles; empty while nobody does
 * @param queue jobs that wait for their reconcile
 * @param failures reconciles that failed since the start
 * @param certificateEnd when the certificate of the webhooks expires; empty where there is none
 */
public record ControllerView(
        String version,
        String leader,
        long queue,
        long failures,
        Optional<Instant> certificateEnd,
        List<Plugin> plugins,
        List<Check> checks) {
    public ControllerView {
        plugins = List.copyOf(plugins);
        checks = List.copyOf(checks);
    }

    /**
     * A plugin.
     *
     * @param problem why it does nothing; empty when all is well
     */
    public record Plugin(String name, String version, List<String> points, String problem) {
        public Plugin {
            points = List.copyOf(points);
        }
    }

    /**
     * One of the things that have to be so.
     *
     * @param message empty when there is nothing to say
     */
    public record Check(String name, boolean ok, String message) {}
}
