package io.trainyard.local.kubelet.sandbox;

import io.trainyard.local.kubelet.naming.FreePorts;
import io.trainyard.local.kubelet.naming.PortMentions;
import io.trainyard.local.kubelet.naming.ServerPorts;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The ports of one pod, which are those of its group: all pods of a JobSet, or of a Job. On the event loop. */
final class PodPorts {
    private static final List<String> GROUP_LABELS =
            List.of("jobset.sigs.k8s.io/jobset-name", "batch.kubernetes.io/job-name", "job-name");

    private final NodeContext node;
    private final PodSpec pod;
    private final String group;

    PodPorts(NodeContext node, PodSpec pod) {
        this.node = node;
        this.pod = pod;
        this.group = groupOf(pod);
        node.ports().join(group, pod.uid());
    }

    private static String groupOf(PodSpec pod) {
        for (String label : GROUP_LABELS) {
            if (pod.labels().get(label) instanceof String name) {
                return pod.namespace() + "/" + name;
            }
        }
        return pod.uid();
    }

    /** Asked-for ports, and the ones to use in their place. */
    Map<Integer, Integer> map() {
        return node.ports().ports(group);
    }

    /**
     * Decides about the ports of the pod, unless another pod of the group has.
     *
     * @param addressOf the address of a name; empty when it is no name of a pod
     * @param asked whether the user has asked for these ports, and so is told of others
     */
    Future<Void> choose(Function<String, Optional<String>> addressOf, boolean asked) {
        // Real containers have a network, and so all ports, of their own.
        if (node.options().programs().executor().usesImages()) {
            return Future.succeededFuture();
        }
        Set<Integer> mentioned = PortMentions.in(pod, addressOf);
        mentioned.addAll(new ServerPorts(addressOf).in(pod));
        Set<Integer> wanted = node.ports().undecided(group, mentioned);
        if (wanted.isEmpty()) {
            return Future.succeededFuture();
        }
        // In order: the first pod of a group to ask has the port that all of them want.
        return node.blockingInOrder(() -> FreePorts.choose(wanted)).map(chosen -> {
            Map<Integer, Integer> decided = node.ports().decide(group, chosen);
            if (asked) {
                decided.forEach(this::tell);
            }
            return null;
        });
    }

    private void tell(int wish, int port) {
        if (wish != port) {
            String message = "port " + wish + " is taken on this machine; " + port + " is used in its place";
            node.owners().of(pod).onSuccess(owner -> node.events().warning(owner, "LocalPortRemapped", message));
        }
    }

    void release() {
        node.ports().leave(group, pod.uid());
    }
}
