package io.trainyard.launcher.cli.render;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What objects name that only a cluster can know: said, since it cannot be judged here. Pure. */
final class ClusterOnly {
    private static final String QUEUE = "kueue.x-k8s.io/queue-name";

    private final Set<String> given;
    private final Set<String> names = new TreeSet<>();

    private ClusterOnly(Set<String> given) {
        this.given = given;
    }

    /**
     * One sentence about it; empty when there is nothing of the kind.
     *
     * @param objects what TrainJobs become
     * @param others what the files hold besides; what is among it is known
     */
    static Optional<String> note(List<HasMetadata> objects, List<Manifest<Map<String, Object>>> others) {
        Set<String> given = new TreeSet<>();
        others.forEach(other ->
                given.add(Tree.text(other.object(), "kind") + " " + Tree.text(other.object(), "metadata", "name")));
        ClusterOnly found = new ClusterOnly(given);
        objects.forEach(object -> found.look(TreeConversion.toTree(object)));
        return found.names.isEmpty()
                ? Optional.empty()
                : Optional.of("only a cluster knows whether these exist, and whether its quotas leave room: "
                        + String.join(", ", found.names));
    }

    private void look(Map<String, Object> tree) {
        add("LocalQueue", Tree.text(tree, "metadata", "labels", QUEUE));
        for (Map<String, Object> claim : Tree.objects(tree, "spec", "volumeClaimPolicies")) {
            Tree.objects(claim, "templates")
                    .forEach(template -> add("StorageClass", Tree.text(template, "spec", "storageClassName")));
        }
        add("StorageClass", Tree.text(tree, "spec", "storageClassName"));
        for (Map<String, Object> job : Tree.objects(tree, "spec", "replicatedJobs")) {
            Map<String, Object> pod = Tree.child(job, "template", "spec", "template", "spec");
            String priority = Tree.text(pod, "priorityClassName");
            add("PriorityClass", priority.startsWith("system-") ? "" : priority);
            add("RuntimeClass", Tree.text(pod, "runtimeClassName"));
        }
    }

    private void add(String kind, String name) {
        if (!name.isEmpty() && !given.contains(kind + " " + name)) {
            names.add(kind + " " + name);
        }
    }
}
