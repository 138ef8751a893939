package io.trainyard.local.controllers.scheduler;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.ObjectName;
import java.util.Map;
import java.util.Optional;

/** The kinds of pod groups, and how pods say to which group they belong. */
public enum PodGroupKind {
    /** Of the coscheduling plugin. */
    COSCHEDULING(
            new Resource("scheduling.x-k8s.io", "v1alpha1", "podgroups"), "labels", "scheduling.x-k8s.io/pod-group"),
    /** Of Volcano. */
    VOLCANO(
            new Resource("scheduling.volcano.sh", "v1beta1", "podgroups"),
            "annotations",
            "scheduling.k8s.io/group-name"),
    /** Of KAI. */
    KAI(new Resource("scheduling.run.ai", "v2alpha2", "podgroups"), "annotations", "pod-group-name");

    private final Resource resource;
    private final String field;
    private final String key;

    PodGroupKind(Resource resource, String field, String key) {
        this.resource = resource;
        this.field = field;
        this.key = key;
    }

    Resource resource() {
        return resource;
    }

    /** The group that a pod names; empty when it names none of any kind. */
    static Optional<Reference> referenceOf(Map<String, Object> pod) {
        for (PodGroupKind kind : values()) {
            String group = kind.groupOf(pod);
            if (!group.isEmpty()) {
                return Optional.of(new Reference(kind, new ObjectName(Tree.text(pod, "metadata", "namespace"), group)));
            }
        }
        return Optional.empty();
    }

    /** One group, whether it exists or not. */
    record Reference(PodGroupKind kind, ObjectName name) {}

    /** The name of the group of a pod; empty when it has none of this kind. */
    String groupOf(Map<String, Object> pod) {
        return Tree.text(pod, "metadata", field, key);
    }
}
