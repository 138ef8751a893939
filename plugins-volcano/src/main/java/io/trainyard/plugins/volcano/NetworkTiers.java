package io.trainyard.plugins.volcano;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tiers of the network, as the HyperNodes make them. Pure.
 *
 * @param hyperNodes those that have a tier; empty when there are none, or they cannot be read
 */
record NetworkTiers(List<HyperNodeSpec> hyperNodes) {
    private static final int MAX_KNOWN = 20;

    static NetworkTiers of(Collection<HyperNode> nodes) {
        return new NetworkTiers(nodes.stream()
                .flatMap(node -> Optional.ofNullable(node.getSpec()).stream())
                .filter(spec -> spec.tier() != null)
                .toList());
    }

    /** True when some HyperNode calls its tier so, or none is there to say how tiers are called. */
    boolean isName(String name) {
        return hyperNodes.isEmpty() || hyperNodes.stream().anyMatch(node -> name.equals(node.tierName()));
    }

    /** True when some HyperNode is of that tier, or none is there to say which tiers there are. */
    boolean isNumber(int tier) {
        return hyperNodes.isEmpty() || hyperNodes.stream().anyMatch(node -> Objects.equals(node.tier(), tier));
    }

    /** The nearest tier that a node label makes; empty when no HyperNode is made by it. */
    Optional<Integer> madeBy(String label) {
        return hyperNodes.stream()
                .filter(node -> node.isMadeBy(label))
                .map(HyperNodeSpec::tier)
                .min(Integer::compare);
    }

    /** Which names and labels would have been understood, for a message. */
    String known() {
        String names = hyperNodes.stream()
                .flatMap(node -> Stream.concat(Stream.ofNullable(node.tierName()), node.labels()))
                .distinct()
                .sorted()
                .limit(MAX_KNOWN)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none is known" : "known: " + names;
    }
}
