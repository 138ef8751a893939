package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one pod asks for, summed up as a scheduler does (PIPE-28), with requests derived from limits as the API server does (PIPE-29 a and c).
 * Pure.
 */
final class PodRequests {
    private PodRequests() {}

    static Map<String, Quantity> of(Map<String, Object> podSpec) {
        Map<String, BigDecimal> main = new TreeMap<>();
        Tree.objects(podSpec, "containers").forEach(container -> add(main, effectiveRequests(container)));
        Map<String, BigDecimal> sidecars = new TreeMap<>();
        Map<String, BigDecimal> start = new TreeMap<>();
        for (Map<String, Object> container : Tree.objects(podSpec, "initContainers")) {
            Map<String, BigDecimal> requests = effectiveRequests(container);
            Map<String, BigDecimal> candidate;
            if ("Always".equals(container.get("restartPolicy"))) {
                add(main, requests);
                add(sidecars, requests);
                candidate = sidecars;
            } else {
                candidate = new TreeMap<>(requests);
                add(candidate, sidecars);
            }
            candidate.forEach((name, amount) -> start.merge(name, amount, BigDecimal::max));
        }
        Map<String, BigDecimal> total = new TreeMap<>(main);
        start.forEach((name, amount) -> total.merge(name, amount, BigDecimal::max));
        effectiveRequests(podSpec).forEach((name, amount) -> {
            if (name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-")) {
                total.put(name, amount);
            }
        });
        add(total, amounts(Tree.object(podSpec, "overhead")));
        Map<String, Quantity> quantities = new TreeMap<>();
        total.forEach((name, amount) -> quantities.put(name, new Quantity(amount.toPlainString())));
        return Collections.unmodifiableMap(quantities);
    }

    /** Requests of a container or of a pod; a limit without a request counts as the request. */
    private static Map<String, BigDecimal> effectiveRequests(Map<String, Object> owner) {
        Map<String, BigDecimal> requests = amounts(Tree.object(owner, "resources", "limits"));
        requests.putAll(amounts(Tree.object(owner, "resources", "requests")));
        return requests;
    }

    private static Map<String, BigDecimal> amounts(Map<String, Object> quantities) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        quantities.forEach(
                (name, quantity) -> amounts.put(name, new Quantity(String.valueOf(quantity)).getNumericalAmount()));
        return amounts;
    }

    private static void add(Map<String, BigDecimal> sum, Map<String, BigDecimal> summand) {
        summand.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::add));
    }
}
