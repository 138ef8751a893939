package io.trainyard.plugins.xgboost;

import io.trainyard.spi.framework.PluginSettings;
import io.trainyard.spi.runtime.ResourceCounts;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an operator may change for all XGBoost jobs.
 *
 * @param trackerPort port of the tracker on node 0
 * @param acceleratorResources names of resources that count as accelerators besides those that contain {@code gpu}
 */
record XgboostConfiguration(int trackerPort, Set<String> acceleratorResources) {
    /** The values of an absent configuration. */
    static final XgboostConfiguration DEFAULT = new XgboostConfiguration(29500, ResourceCounts.DEFAULT_ACCELERATORS);

    private static final String ACCELERATOR_RESOURCES = "acceleratorResources";
    private static final String TRACKER_PORT = "trackerPort";

    XgboostConfiguration {
        acceleratorResources = Set.copyOf(acceleratorResources);
    }

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static XgboostConfiguration parse(Map<String, Object> tree) {
        PluginSettings settings = new PluginSettings("xgboost", tree, List.of(ACCELERATOR_RESOURCES, TRACKER_PORT));
        XgboostConfiguration parsed = new XgboostConfiguration(
                settings.port(TRACKER_PORT, DEFAULT.trackerPort()),
                settings.resourceNames(ACCELERATOR_RESOURCES, DEFAULT.acceleratorResources()));
        settings.failIfWrong();
        return parsed;
    }
}
