package io.trainyard.plugins.paddle;

import io.trainyard.spi.framework.PluginSettings;
import java.util.List;
import java.util.Map;

/**
 * What an operator may change for all Paddle jobs.
 *
 * @param namesNodes whether nodes are told the names that they have for others, by which the first of several nodes knows that it is the one to wait for the
 *     others; else a start script of the runtime has to set {@code POD_IP}
 */
record PaddleConfiguration(boolean namesNodes) {
    /** The values of an absent configuration. */
    static final PaddleConfiguration DEFAULT = new PaddleConfiguration(true);

    private static final String RENDEZVOUS = "collectiveRendezvous";
    private static final String HOSTNAME = "Hostname";

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static PaddleConfiguration parse(Map<String, Object> tree) {
        PluginSettings settings = new PluginSettings("paddle", tree, List.of(RENDEZVOUS));
        String rendezvous = settings.oneOf(RENDEZVOUS, List.of(HOSTNAME, "MasterOnly"), HOSTNAME);
        settings.failIfWrong();
        return new PaddleConfiguration(rendezvous.equals(HOSTNAME));
    }
}
