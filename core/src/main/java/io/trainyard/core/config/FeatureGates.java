package io.trainyard.core.config;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which features are on.
 *
 * @param enabled the gates that are on
 */
public record FeatureGates(Set<FeatureGate> enabled) {
    static final String ALL_ALPHA = "AllAlpha";
    static final String ALL_BETA = "AllBeta";

    public FeatureGates {
        enabled = Set.copyOf(enabled);
    }

    public boolean isEnabled(FeatureGate gate) {
        return enabled.contains(gate);
    }

    /**
     * Applies what was given: a gate's own name wins over the group of its stage, and that over its default.
     *
     * @param given values by name, all of them known
     */
    static FeatureGates of(Map<String, Boolean> given) {
        Set<FeatureGate> enabled = EnumSet.noneOf(FeatureGate.class);
        for (FeatureGate gate : FeatureGate.values()) {
            String group = gate.stage() == FeatureGate.Stage.ALPHA ? ALL_ALPHA : ALL_BETA;
            boolean byGroup = given.getOrDefault(group, gate.onByDefault());
            if (given.getOrDefault(gate.text(), byGroup)) {
                enabled.add(gate);
            }
        }
        return new FeatureGates(enabled);
    }
}
