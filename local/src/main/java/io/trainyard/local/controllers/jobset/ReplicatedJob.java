package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;

/**
 * An entry of {@code spec.replicatedJobs}: a template, and how many jobs are made of it.
 *
 * @param group name of the group that its jobs are counted in
 * @param dependencies all must hold before its jobs are made; empty when nothing is waited for
 * @param template a JobTemplateSpec, shared with the JobSet: not to be changed
 */
record ReplicatedJob(
        String name, String group, int replicas, List<Dependency> dependencies, Map<String, Object> template) {
    ReplicatedJob {
        dependencies = List.copyOf(dependencies);
    }

    /**
     * Another replicated job that must have come so far.
     *
     * @param complete whether all its jobs must have succeeded; otherwise it is enough that they are ready
     */
    record Dependency(String name, boolean complete) {}

    static ReplicatedJob of(Map<String, Object> tree) {
        String group = Tree.text(tree, "groupName");
        return new ReplicatedJob(
                Tree.text(tree, "name"),
                group.isEmpty() ? "default" : group,
                (int) Tree.integer(1, tree, "replicas"),
                Tree.objects(tree, "dependsOn").stream()
                        .map(item -> new Dependency(
                                Tree.text(item, "name"),
                                Tree.text(item, "status").equals("Complete")))
                        .toList(),
                Tree.child(tree, "template"));
    }

    /** The template of its pods. */
    Map<String, Object> podTemplate() {
        return Tree.child(template, "spec", "template");
    }
}
