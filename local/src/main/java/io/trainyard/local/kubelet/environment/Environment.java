package io.trainyard.local.kubelet.environment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The variables of a container.
 *
 * @param variables in the order in which they were set
 * @param secretNames variables whose values come from Secrets and must not be shown
 * @param invalidNames keys of ConfigMaps and Secrets that are no names of variables and were left out
 */
public record Environment(Map<String, String> variables, Set<String> secretNames, List<String> invalidNames) {
    public Environment {
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        secretNames = Set.copyOf(secretNames);
        invalidNames = List.copyOf(invalidNames);
    }
}
