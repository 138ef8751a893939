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
 * @param rendezvousPort port where the nodes of an elastic job meet
 * @param injectMasterAliases whether {@code MASTER_ADDR} and {@code MASTER_PORT} are set
 * @param injectTrainerAliases whether the {@code TRAINER_*} variables are set
 * @param acceleratorResources names of resources that count as accelerators besides those that contain {@code gpu}
 * @param succeedsWithAnyNode whether an elastic job has succeeded when one of its nodes has; otherwise its template decides
 * @param autoscalerBehavior how fast autoscalers of elastic jobs scale, as Kubernetes has it; empty for its defaults
 */
record TorchConfiguration(
        int masterPort,
        int rendezvousPort,
        boolean injectMasterAliases,
        boolean injectTrainerAliases,
        Set<String> acceleratorResources,
        boolean succeedsWithAnyNode,
        Map<String, Object> autoscalerBehavior) {
    /** The values of an absent configuration. */
    static final TorchConfiguration DEFAULT =
            new TorchConfiguration(29500, 29400, true, true, ResourceCounts.DEFAULT_ACCELERATORS, true, Map.of());

    private static final String MASTER_PORT = "masterPort";
    private static final String INJECT_MASTER_ALIASES = "injectMasterAliases";
    private static final String INJECT_TRAINER_ALIASES = "injectTrainerAliases";
    private static final String ACCELERATOR_RESOURCES = "acceleratorResources";
    private static final String RENDEZVOUS_PORT = "rendezvousPort";
    private static final String ELASTIC_SUCCESS_POLICY = "elasticSuccessPolicy";
    private static final String ANY_NODE = "AnyNode";
    private static final String HPA_BEHAVIOR = "hpaBehavior";
    private static final List<String> KEYS = List.of(
            ACCELERATOR_RESOURCES,
            ELASTIC_SUCCESS_POLICY,
            HPA_BEHAVIOR,
            INJECT_MASTER_ALIASES,
            INJECT_TRAINER_ALIASES,
            MASTER_PORT,
            RENDEZVOUS_PORT);

    TorchConfiguration {
        acceleratorResources = Set.copyOf(acceleratorResources);
        autoscalerBehavior = Map.copyOf(autoscalerBehavior);
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
                settings.port(RENDEZVOUS_PORT, DEFAULT.rendezvousPort()),
                settings.flag(INJECT_MASTER_ALIASES, DEFAULT.injectMasterAliases()),
                settings.flag(INJECT_TRAINER_ALIASES, DEFAULT.injectTrainerAliases()),
                settings.resourceNames(ACCELERATOR_RESOURCES, DEFAULT.acceleratorResources()),
                settings.oneOf(ELASTIC_SUCCESS_POLICY, List.of(ANY_NODE, "Template"), ANY_NODE)
                        .equals(ANY_NODE),
                settings.object(HPA_BEHAVIOR));
        settings.failIfWrong();
        return parsed;
    }
}
