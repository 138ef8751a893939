package io.trainyard.local.kubelet.spec;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.record.ObjectReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a pod asks for.
 *
 * @param hostname that of the spec, otherwise the name of the pod; never empty
 * @param subdomain empty when the pod has no name in DNS
 * @param grace how long its containers may take to stop
 * @param activeDeadline how long it may be active at most
 * @param initContainers in the order in which they start, sidecars among them
 * @param containers the main containers
 * @param tree the pod as the API server gave it; immutable for the reader
 */
public record PodSpec(
        String namespace,
        String name,
        String uid,
        String hostname,
        String subdomain,
        RestartPolicy restartPolicy,
        Duration grace,
        Optional<Duration> activeDeadline,
        List<ContainerSpec> initContainers,
        List<ContainerSpec> containers,
        Map<String, Object> tree) {
    private static final int MAX_HOSTNAME_LENGTH = 63;
    private static final int DEFAULT_GRACE_SECONDS = 30;

    public PodSpec {
        initContainers = List.copyOf(initContainers);
        containers = List.copyOf(containers);
    }

    /** Reads a pod. */
    public static PodSpec of(Map<String, Object> pod) {
        String name = Tree.text(pod, "metadata", "name");
        String hostname = Tree.text(pod, "spec", "hostname");
        long deadline = Tree.integer(0, pod, "spec", "activeDeadlineSeconds");
        return new PodSpec(
                Tree.text(pod, "metadata", "namespace"),
                name,
                Tree.text(pod, "metadata", "uid"),
                hostname.isEmpty() ? shortened(name) : hostname,
                Tree.text(pod, "spec", "subdomain"),
                RestartPolicy.of(Tree.text(pod, "spec", "restartPolicy")),
                Duration.ofSeconds(Tree.integer(DEFAULT_GRACE_SECONDS, pod, "spec", "terminationGracePeriodSeconds")),
                deadline > 0 ? Optional.of(Duration.ofSeconds(deadline)) : Optional.empty(),
                containers(pod, "initContainers", true),
                containers(pod, "containers", false),
                pod);
    }

    /** The pod as events name it. */
    public ObjectReference reference() {
        return new ObjectReference("v1", "Pod", namespace, name, uid, "");
    }

    private static String shortened(String name) {
        return name.length() <= MAX_HOSTNAME_LENGTH
                ? name
                : PlainText.withoutEnd(name.substring(0, MAX_HOSTNAME_LENGTH), "-.");
    }

    private static List<ContainerSpec> containers(Map<String, Object> pod, String field, boolean init) {
        List<ContainerSpec> containers = new ArrayList<>();
        for (Map<String, Object> container : Tree.objects(pod, "spec", field)) {
            containers.add(ContainerSpec.of(container, init));
        }
        return containers;
    }

    /** Init containers, then main containers. */
    public List<ContainerSpec> allContainers() {
        List<ContainerSpec> all = new ArrayList<>(initContainers);
        all.addAll(containers);
        return all;
    }

    public Map<String, Object> labels() {
        return Tree.child(tree, "metadata", "labels");
    }

    public Map<String, Object> annotations() {
        return Tree.child(tree, "metadata", "annotations");
    }

    /** Namespace and name of its TrainJob, whose JobSet has the same name; empty when it belongs to none. */
    public String trainJob() {
        String jobSet = Tree.text(labels(), "jobset.sigs.k8s.io/jobset-name");
        return jobSet.isEmpty() ? "" : namespace + "/" + jobSet;
    }

    /** Namespace and name, as messages show them. */
    public String key() {
        return namespace + "/" + name;
    }
}
