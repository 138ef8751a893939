package io.trainyard.core.gang;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one pod asks for, summed up as a scheduler does, with requests derived from limits, and with what the cluster adds, as the API server
 * does. Pure.
 */
public final class PodRequests {
    private PodRequests() {}

    /**
     * The sum, by resource.
     *
     * @param podSpec as a tree, not changed
     * @param defaults what the cluster adds; none for a pod that the API server has stored already
     * @throws IllegalArgumentException when an amount is no quantity
     */
    public static Map<String, Quantity> of(Map<String, Object> podSpec, PodDefaults defaults) {
        ResourceAmounts main = new ResourceAmounts();
        Tree.objects(podSpec, "containers").forEach(container -> main.add(requests(container, defaults), 1));
        ResourceAmounts sidecars = new ResourceAmounts();
        ResourceAmounts start = new ResourceAmounts();
        for (Map<String, Object> container : Tree.objects(podSpec, "initContainers")) {
            Map<String, Quantity> requests = requests(container, defaults);
            if ("Always".equals(container.get("restartPolicy"))) {
                main.add(requests, 1);
                sidecars.add(requests, 1);
                start.raiseTo(sidecars);
            } else {
                start.raiseTo(sidecars.copy().add(requests, 1));
            }
        }
        main.raiseTo(start);
        requests(podSpec, PodDefaults.NONE).forEach((name, quantity) -> {
            if (name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-")) {
                main.set(name, quantity);
            }
        });
        return main.add(overhead(podSpec, defaults), 1).toQuantities();
    }

    /** Requests of a container or of a pod; a limit without a request counts as the request, and a default comes after both. */
    private static Map<String, Quantity> requests(Map<String, Object> owner, PodDefaults defaults) {
        Map<String, Quantity> requests = new TreeMap<>(defaults.containerRequests());
        requests.putAll(quantities(Tree.child(owner, "resources", "limits")));
        requests.putAll(quantities(Tree.child(owner, "resources", "requests")));
        return requests;
    }

    private static Map<String, Quantity> overhead(Map<String, Object> podSpec, PodDefaults defaults) {
        Map<String, Quantity> own = quantities(Tree.child(podSpec, "overhead"));
        return own.isEmpty()
                ? Tree.string(podSpec, "runtimeClassName")
                        .map(name -> defaults.overheads().getOrDefault(name, Map.of()))
                        .orElse(Map.of())
                : own;
    }

    private static Map<String, Quantity> quantities(Map<String, Object> tree) {
        Map<String, Quantity> quantities = new TreeMap<>();
        tree.forEach((name, quantity) -> quantities.put(name, new Quantity(String.valueOf(quantity))));
        return quantities;
    }
}
