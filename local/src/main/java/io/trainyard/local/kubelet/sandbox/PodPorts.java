package io.trainyard.local.kubelet.sandbox;

import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The ports of one pod, which are those of its group: all pods of a JobSet, or of a Job. On the event loop. */
final class PodPorts {
    private static final List<String> GROUP_LABELS =
            List.of("jobset.sigs.k8s.io/jobset-name", "batch.kubernetes.io/job-name", "job-name");
    private static final int FIRST_ORDINARY = 1024;
    private static final int LAST = 65_535;

    private final NodeContext node;
    private final PodSpec pod;
    private final String group;

    PodPorts(NodeContext node, PodSpec pod) {
        this.node = node;
        this.pod = pod;
        this.group = groupOf(pod);
    }

    private static String groupOf(PodSpec pod) {
        for (String label : GROUP_LABELS) {
            if (pod.labels().get(label) instanceof String name) {
                return pod.namespace() + "/" + name;
            }
        }
        return pod.uid();
    }

    /** The port to use in place of this one. */
    int port(int asked) {
        return node.ports().port(group, asked);
    }

    /**
     * Decides about the ports that the pod declares, unless another pod of the group has.
     *
     * @param asked whether the user has asked for these ports, and so is told of others
     */
    Future<Void> choose(boolean asked) {
        // Real containers have a network, and so all ports, of their own.
        if (node.options().programs().executor().usesImages()) {
            return Future.succeededFuture();
        }
        Set<Integer> declared = pod.allContainers().stream()
                .flatMap(container -> container.ports().values().stream())
                .filter(port -> port >= FIRST_ORDINARY && port <= LAST)
                .collect(Collectors.toSet());
        // In order: the first pod of a group to ask has the port that all of them want.
        return node.blockingInOrder(() -> node.ports().join(group, pod.uid(), declared))
                .map(replaced -> {
                    if (asked) {
                        replaced.forEach(this::tell);
                    }
                    return null;
                });
    }

    private void tell(int wish, int port) {
        String message = "port " + wish + " is taken on this machine; " + port + " is used in its place";
        node.owners().of(pod).onSuccess(owner -> node.events().warning(owner, "LocalPortRemapped", message));
    }

    void release() {
        node.blockingInOrder(() -> {
            node.ports().leave(group, pod.uid());
            return null;
        });
    }
}
