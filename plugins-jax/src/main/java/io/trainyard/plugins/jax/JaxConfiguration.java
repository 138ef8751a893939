package io.trainyard.plugins.jax;

import io.trainyard.spi.framework.PluginSettings;
import java.util.List;
import java.util.Map;

/**
 * What an operator may change for all JAX jobs.
 *
 * @param coordinatorPort port of the coordinator on node 0
 */
record JaxConfiguration(int coordinatorPort) {
    /** The values of an absent configuration. */
    static final JaxConfiguration DEFAULT = new JaxConfiguration(29500);

    private static final String COORDINATOR_PORT = "coordinatorPort";

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static JaxConfiguration parse(Map<String, Object> tree) {
        PluginSettings settings = new PluginSettings("jax", tree, List.of(COORDINATOR_PORT));
        JaxConfiguration parsed = new JaxConfiguration(settings.port(COORDINATOR_PORT, DEFAULT.coordinatorPort()));
        settings.failIfWrong();
        return parsed;
    }
}
