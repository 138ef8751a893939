package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How much a pod is promised of CPU and memory, as its status names it. */
final class QosClass {
    private static final Set<String> COMPUTE_RESOURCES = Set.of("cpu", "memory");

    private QosClass() {}

    static String of(Map<String, Object> spec) {
        List<Map<String, Object>> containers = new ArrayList<>(Tree.objects(spec, "initContainers"));
        containers.addAll(Tree.objects(spec, "containers"));
        boolean nothing = true;
        boolean everything = true;
        for (Map<String, Object> container : containers) {
            Map<String, Object> requests = Tree.child(container, "resources", "requests");
            Map<String, Object> limits = Tree.child(container, "resources", "limits");
            for (String resource : COMPUTE_RESOURCES) {
                nothing &= !requests.containsKey(resource) && !limits.containsKey(resource);
                everything &=
                        limits.containsKey(resource) && limits.get(resource).equals(requests.get(resource));
            }
        }
        if (nothing) {
            return "BestEffort";
        }
        return everything ? "Guaranteed" : "Burstable";
    }
}
