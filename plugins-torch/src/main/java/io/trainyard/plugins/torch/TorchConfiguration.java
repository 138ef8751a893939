package io.trainyard.plugins.torch;

import io.trainyard.spi.framework.PluginSettings;
import io.trainyard.spi.runtime.ResourceCounts;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an operator may change for all torch jobs.
 *
 * @param masterPort port of the rendezvous on node 0
 * @param injectMasterAliases whether {@code MASTER_ADDR} and {@code MASTER_PORT} are set
 * @param injectTrainerAliases whether the {@code TRAINER_*} variables are set
 * @param acceleratorResources names of resources that count as accelerators besides those that contain {@code gpu}
 */
record TorchConfiguration(
        int masterPort, boolean injectMasterAliases, boolean injectTrainerAliases, Set<String> acceleratorResources) {
    /** The values of an absent configuration. */
    static final TorchConfiguration DEFAULT =
            new TorchConfiguration(29500, true, true, ResourceCounts.DEFAULT_ACCELERATORS);

    private static final String MASTER_PORT = "masterPort";
    private static final String INJECT_MASTER_ALIASES = "injectMasterAliases";
    private static final String INJECT_TRAINER_ALIASES = "injectTrainerAliases";
    private static final String ACCELERATOR_RESOURCES = "acceleratorResources";
    private static final List<String> KEYS =
            List.of(ACCELERATOR_RESOURCES, INJECT_MASTER_ALIASES, INJECT_TRAINER_ALIASES, MASTER_PORT);

    TorchConfiguration {
        acceleratorResources = Set.copyOf(acceleratorResources);
    }

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static TorchConfiguration parse(Map<String, Object> tree) {
        PluginSettings settings = new PluginSettings("torch", tree, KEYS);
        TorchConfiguration parsed = new TorchConfiguration(
                settings.port(MASTER_PORT, DEFAULT.masterPort()),
                settings.flag(INJECT_MASTER_ALIASES, DEFAULT.injectMasterAliases()),
                settings.flag(INJECT_TRAINER_ALIASES, DEFAULT.injectTrainerAliases()),
                settings.resourceNames(ACCELERATOR_RESOURCES, DEFAULT.acceleratorResources()));
        settings.failIfWrong();
        return parsed;
    }
}
