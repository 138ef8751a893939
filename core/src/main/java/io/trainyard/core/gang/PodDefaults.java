package io.trainyard.core.gang;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an API server adds to the requests of pods. Immutable.
 *
 * @param containerRequests what a container without a request and a limit for a resource asks for
 * @param overheads what a pod asks for besides its containers, by name of its RuntimeClass
 */
public record PodDefaults(Map<String, Quantity> containerRequests, Map<String, Map<String, Quantity>> overheads) {
    /** Nothing is added. */
    public static final PodDefaults NONE = new PodDefaults(Map.of(), Map.of());

    public PodDefaults {
        containerRequests = Collections.unmodifiableMap(new LinkedHashMap<>(containerRequests));
        overheads = Map.copyOf(overheads);
    }

    /** What these objects say; the LimitRanges are those of one namespace. */
    public static PodDefaults of(Collection<LimitRange> limitRanges, Collection<RuntimeClass> runtimeClasses) {
        Map<String, Quantity> requests = new LinkedHashMap<>();
        limitRanges.stream()
                .sorted(Comparator.comparing(range -> range.getMetadata().getName()))
                .filter(range -> range.getSpec() != null)
                .flatMap(range -> range.getSpec().getLimits().stream())
                .filter(item -> "Container".equals(item.getType()))
                .forEach(item -> {
                    orEmpty(item.getDefaultRequest()).forEach(requests::putIfAbsent);
                    orEmpty(item.getDefault()).forEach(requests::putIfAbsent);
                });
        Map<String, Map<String, Quantity>> overheads = new LinkedHashMap<>();
        for (RuntimeClass runtimeClass : runtimeClasses) {
            if (runtimeClass.getOverhead() != null) {
                overheads.put(
                        runtimeClass.getMetadata().getName(),
                        orEmpty(runtimeClass.getOverhead().getPodFixed()));
            }
        }
        return new PodDefaults(requests, overheads);
    }

    private static Map<String, Quantity> orEmpty(@Nullable Map<String, Quantity> quantities) {
        return quantities == null ? Map.of() : quantities;
    }
}
