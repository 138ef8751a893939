package io.trainyard.plugins.volcano;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an operator may change for all jobs on Volcano.
 *
 * @param schedulerNames names of Volcano schedulers; the first is given to pods that name none
 * @param injectSchedulerName whether it is given at all
 * @param releaseOnSuspend whether the PodGroups of a suspended TrainJob go, and with them what they reserve in the queue
 * @param deferUntilPrologueDone whether the main PodGroup is made only when the initializers have ended
 * @param topologyKeyTiers tier of the network by node label
 */
record VolcanoConfiguration(
        List<String> schedulerNames,
        boolean injectSchedulerName,
        boolean releaseOnSuspend,
        boolean deferUntilPrologueDone,
        Map<String, Integer> topologyKeyTiers) {
    /** The values of an absent configuration. */
    static final VolcanoConfiguration DEFAULT =
            new VolcanoConfiguration(List.of(VolcanoApi.SCHEDULER_NAME), true, false, false, Map.of());

    static final String TOPOLOGY_KEY_TIERS = "topologyKeyTiers";
    private static final String SCHEDULER_NAMES = "schedulerNames";
    private static final String INJECT_SCHEDULER_NAME = "injectSchedulerName";
    private static final String RELEASE_ON_SUSPEND = "releaseOnSuspend";
    private static final String DEFER_UNTIL_PROLOGUE_DONE = "deferUntilPrologueDone";
    private static final List<String> KEYS = List.of(
            DEFER_UNTIL_PROLOGUE_DONE, INJECT_SCHEDULER_NAME, RELEASE_ON_SUSPEND, SCHEDULER_NAMES, TOPOLOGY_KEY_TIERS);

    VolcanoConfiguration {
        schedulerNames = List.copyOf(schedulerNames);
        topologyKeyTiers = Map.copyOf(topologyKeyTiers);
    }

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static VolcanoConfiguration parse(Map<String, Object> tree) {
        List<String> problems = new ArrayList<>();
        for (String key : new TreeMap<>(tree).keySet()) {
            if (!KEYS.contains(key)) {
                problems.add(key + ": unknown; known are " + String.join(", ", KEYS));
            }
        }
        VolcanoConfiguration parsed = new VolcanoConfiguration(
                names(tree, problems),
                flag(tree, INJECT_SCHEDULER_NAME, DEFAULT.injectSchedulerName(), problems),
                flag(tree, RELEASE_ON_SUSPEND, DEFAULT.releaseOnSuspend(), problems),
                flag(tree, DEFER_UNTIL_PROLOGUE_DONE, DEFAULT.deferUntilPrologueDone(), problems),
                tiers(tree, problems));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("configuration of plugin volcano: " + String.join("; ", problems));
        }
        return parsed;
    }

    private static List<String> names(Map<String, Object> tree, List<String> problems) {
        Object value = tree.get(SCHEDULER_NAMES);
        if (value == null) {
            return DEFAULT.schedulerNames();
        }
        List<String> names = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.stream()
                    .filter(item -> item instanceof String name && !name.isBlank())
                    .forEach(item -> names.add((String) item));
            if (!names.isEmpty() && names.size() == list.size()) {
                return names;
            }
        }
        problems.add(SCHEDULER_NAMES + ": must be a list of at least one scheduler name, not " + value);
        return DEFAULT.schedulerNames();
    }

    private static boolean flag(Map<String, Object> tree, String key, boolean defaultValue, List<String> problems) {
        Object value = tree.get(key);
        if (value == null) {
            return defaultValue;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        problems.add(key + ": must be true or false, not " + value);
        return defaultValue;
    }

    private static Map<String, Integer> tiers(Map<String, Object> tree, List<String> problems) {
        Object value = tree.get(TOPOLOGY_KEY_TIERS);
        Map<String, Integer> tiers = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, tier) -> {
                if (tier instanceof Integer number && number >= 0) {
                    tiers.put(String.valueOf(key), number);
                } else {
                    problems.add(TOPOLOGY_KEY_TIERS + "." + key + ": must be a tier, 0 or more, not " + tier);
                }
            });
        } else if (value != null) {
            problems.add(TOPOLOGY_KEY_TIERS + ": must be a map of node labels to tiers, not " + value);
        }
        return tiers;
    }
}
