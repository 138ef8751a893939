package io.trainyard.plugins.torch;

import io.trainyard.spi.runtime.ResourceCounts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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
        List<String> problems = new ArrayList<>();
        for (String key : new TreeMap<>(tree).keySet()) {
            if (!KEYS.contains(key)) {
                problems.add(key + ": unknown; known are " + String.join(", ", KEYS));
            }
        }
        TorchConfiguration parsed = new TorchConfiguration(
                port(tree, problems),
                flag(tree, INJECT_MASTER_ALIASES, problems),
                flag(tree, INJECT_TRAINER_ALIASES, problems),
                resources(tree, problems));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("configuration of plugin torch: " + String.join("; ", problems));
        }
        return parsed;
    }

    private static int port(Map<String, Object> tree, List<String> problems) {
        Object value = tree.get(MASTER_PORT);
        if (value == null) {
            return DEFAULT.masterPort();
        }
        if (value instanceof Integer || value instanceof Long) {
            long number = ((Number) value).longValue();
            if (number >= 1 && number <= 65535) {
                return (int) number;
            }
        }
        problems.add(MASTER_PORT + ": must be a whole number from 1 to 65535, not " + value);
        return DEFAULT.masterPort();
    }

    private static boolean flag(Map<String, Object> tree, String key, List<String> problems) {
        Object value = tree.get(key);
        if (value == null) {
            return true;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        problems.add(key + ": must be true or false, not " + value);
        return true;
    }

    private static Set<String> resources(Map<String, Object> tree, List<String> problems) {
        Object value = tree.get(ACCELERATOR_RESOURCES);
        if (value == null) {
            return DEFAULT.acceleratorResources();
        }
        Set<String> names = new LinkedHashSet<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                if (!(item instanceof String name) || name.isBlank()) {
                    problems.add(ACCELERATOR_RESOURCES + ": must hold names of resources such as example.com/npu, not "
                            + item);
                } else {
                    names.add(name);
                }
            }
        } else {
            problems.add(ACCELERATOR_RESOURCES + ": must be a list of resource names, not " + value);
        }
        return names;
    }
}
