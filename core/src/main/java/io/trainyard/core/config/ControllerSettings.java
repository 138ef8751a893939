package io.trainyard.core.config;

import java.util.Map;
import java.util.OptionalInt;

/**
 * How many objects of a kind are worked on at the same time.
 *
 * @param groupKindConcurrency number by {@code Kind.group}; each at least 1
 */
public record ControllerSettings(Map<String, Integer> groupKindConcurrency) {
    public ControllerSettings {
        groupKindConcurrency = Map.copyOf(groupKindConcurrency);
    }

    /** The number for a kind, if one was given. */
    public OptionalInt concurrencyOf(String kind, String group) {
        Integer number = groupKindConcurrency.get(kind + "." + group);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
