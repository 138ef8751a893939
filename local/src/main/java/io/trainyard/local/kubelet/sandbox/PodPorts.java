package io.trainyard.local.kubelet.sandbox;

import io.trainyard.local.kubelet.naming.FreePorts;
import io.trainyard.local.kubelet.naming.PortMentions;
import io.trainyard.local.kubelet.naming.ServerPorts;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
     * Decides about the ports that the pod mentions, unless another pod of the group has.
     *
     * @param servers knows which servers need ports of their own
     */
    Future<Void> choose(ServerPorts servers) {
        // Real containers have a network, and so all ports, of their own.
        boolean maps = node.options().mapsPorts()
                && !node.options().programs().executor().usesImages();
        Set<Integer> mentioned = new TreeSet<>();
        if (maps) {
            mentioned.addAll(PortMentions.in(pod));
            mentioned.addAll(servers.in(pod));
        }
        Set<Integer> wanted = node.ports().undecided(group, mentioned);
        if (wanted.isEmpty()) {
            return Future.succeededFuture();
        }
        // In order: the first pod of a group to ask has the port that all of them want.
        return node.blockingInOrder(() -> FreePorts.choose(wanted)).map(chosen -> {
            node.ports().decide(group, chosen).forEach(this::tell);
            return null;
        });
    }

    private void tell(int wish, int port) {
        if (wish != port) {
            String message = "port " + wish + " is taken on this machine; " + port + " is used in its place";
            node.owners().of(pod).onSuccess(owner -> node.events().normal(owner, "LocalPortRemapped", message));
        }
    }

    void release() {
        node.ports().leave(group, pod.uid());
    }
}
