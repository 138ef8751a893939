package io.trainyard.core.config;

import java.util.Map;

/**
 * How many objects of a kind are worked on at the same time (CFG-33).
 *
 * @param groupKindConcurrency number by {@code Kind.group}; each at least 1
 */
public record ControllerSettings(Map<String, Integer> groupKindConcurrency) {
    public ControllerSettings {
        groupKindConcurrency = Map.copyOf(groupKindConcurrency);
    }

    /** The number for a kind; 1 when none was given. */
    public int concurrencyOf(String kind, String group) {
        return groupKindConcurrency.getOrDefault(kind + "." + group, 1);
    }
}
