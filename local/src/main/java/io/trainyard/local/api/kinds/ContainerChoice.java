package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which container of a pod a client means. Pure. */
public final class ContainerChoice {
    private ContainerChoice() {}

    /**
     * The name of the container.
     *
     * @param wanted as the client says; empty for the only one
     * @throws ApiException when there is none of that name, or it must be named
     */
    public static String of(Map<String, Object> pod, String wanted) {
        String name = Tree.text(pod, "metadata", "name");
        List<String> main = names(pod, "containers");
        if (wanted.isEmpty()) {
            if (main.size() == 1) {
                return main.get(0);
            }
            List<String> init = names(pod, "initContainers");
            throw ApiException.badRequest("a container name must be specified for pod " + name + ", choose one of: ["
                    + String.join(" ", main) + "]"
                    + (init.isEmpty() ? "" : " or one of the init containers: [" + String.join(" ", init) + "]"));
        }
        List<String> all = new ArrayList<>(main);
        all.addAll(names(pod, "initContainers"));
        all.addAll(names(pod, "ephemeralContainers"));
        if (!all.contains(wanted)) {
            throw ApiException.badRequest("container " + wanted + " is not valid for pod " + name);
        }
        return wanted;
    }

    private static List<String> names(Map<String, Object> pod, String field) {
        return Tree.objects(pod, "spec", field).stream()
                .map(container -> Tree.text(container, "name"))
                .toList();
    }
}
