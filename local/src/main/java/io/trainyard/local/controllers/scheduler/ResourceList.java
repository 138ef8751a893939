package io.trainyard.local.controllers.scheduler;

import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * How much of each resource; what is not named is zero. Immutable.
 *
 * @param of by resource, such as {@code cpu} in cores and {@code memory} in bytes
 */
record ResourceList(Map<String, BigDecimal> of) {
    static final ResourceList NONE = new ResourceList(Map.of());

    ResourceList {
        of = Map.copyOf(of);
    }

    /** Reads quantities; what is no quantity counts as zero, for the API server has let it pass. */
    static ResourceList parse(Map<String, Object> quantities) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        quantities.forEach((name, value) -> {
            try {
                amounts.put(name, ResourceQuantity.parse(String.valueOf(value)).value());
            } catch (IllegalArgumentException e) {
                amounts.put(name, BigDecimal.ZERO);
            }
        });
        return new ResourceList(amounts);
    }

    /** What a pod asks for: its containers together, or its most demanding init container, and one place for itself. */
    static ResourceList ofPod(Map<String, Object> pod) {
        ResourceList together = NONE;
        for (Map<String, Object> container : Tree.objects(pod, "spec", "containers")) {
            together = together.plus(requests(container));
        }
        ResourceList sidecars = NONE;
        ResourceList highest = NONE;
        for (Map<String, Object> container : Tree.objects(pod, "spec", "initContainers")) {
            if (Tree.text(container, "restartPolicy").equals("Always")) {
                sidecars = sidecars.plus(requests(container));
            } else {
                highest = highest.atLeast(sidecars.plus(requests(container)));
            }
        }
        return together.plus(sidecars).atLeast(highest).plus(new ResourceList(Map.of("pods", BigDecimal.ONE)));
    }

    private static ResourceList requests(Map<String, Object> container) {
        return parse(Tree.child(container, "resources", "requests"));
    }

    ResourceList plus(ResourceList other) {
        return combined(other, BigDecimal::add);
    }

    ResourceList minus(ResourceList other) {
        return combined(other, BigDecimal::subtract);
    }

    private ResourceList atLeast(ResourceList other) {
        return combined(other, BigDecimal::max);
    }

    private ResourceList combined(ResourceList other, BinaryOperator<BigDecimal> operation) {
        Map<String, BigDecimal> result = new TreeMap<>();
        of.forEach((name, value) -> result.put(name, operation.apply(value, other.get(name))));
        other.of.forEach((name, value) -> result.putIfAbsent(name, operation.apply(BigDecimal.ZERO, value)));
        return new ResourceList(result);
    }

    /** The same, but nowhere more than there is. */
    ResourceList cutTo(ResourceList capacity) {
        Map<String, BigDecimal> result = new TreeMap<>();
        of.forEach((name, value) -> result.put(name, value.min(capacity.get(name))));
        return new ResourceList(result);
    }

    BigDecimal get(String name) {
        return of.getOrDefault(name, BigDecimal.ZERO);
    }

    /** The resources of which this is more than there is, in alphabetical order. */
    List<String> exceeding(ResourceList capacity) {
        return of.entrySet().stream()
                .filter(entry -> entry.getValue().compareTo(capacity.get(entry.getKey())) > 0)
                .filter(entry -> entry.getValue().signum() > 0)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
