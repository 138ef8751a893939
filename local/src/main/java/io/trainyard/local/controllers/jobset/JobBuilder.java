package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes jobs out of templates. */
final class JobBuilder {
    private final JobSet set;
    private final JobSetFeatureGates features;
    private final Map<String, ReplicatedJobStatus> states;

    JobBuilder(JobSet set, JobSetFeatureGates features, Map<String, ReplicatedJobStatus> states) {
        this.set = set;
        this.features = features;
        this.states = states;
    }

    /** The job with an index, as it is to be created. */
    Map<String, Object> build(ReplicatedJob replicated, int index) {
        ReplicatedJobStatus state = states.get(replicated.name());
        Map<String, Object> labels = JobLabels.of(
                set,
                replicated,
                index,
                features.restartJob() ? Optional.of(state == null ? 0 : state.restartsOf(index)) : Optional.empty());
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", JobLabels.name(set, replicated, index));
        metadata.put("namespace", set.namespace());
        metadata.put("ownerReferences", new ArrayList<Object>(List.of(set.ownerReference())));
        mark(metadata, Tree.child(replicated.template(), "metadata"), labels);

        Map<String, Object> spec = Tree.copy(Tree.child(replicated.template(), "spec"));
        spec.put("suspend", set.isSuspended());
        Map<String, Object> podMetadata = Tree.ensure(spec, "template", "metadata");
        mark(podMetadata, podMetadata, labels);
        Map<String, Object> podSpec = Tree.ensure(spec, "template", "spec");
        if (set.hasHostnames()) {
            podSpec.put("subdomain", set.subdomain());
        }
        VolumeClaims.mount(set, podSpec);
        return Tree.of("apiVersion", "batch/v1", "kind", "Job", "metadata", metadata, "spec", spec);
    }

    private static void mark(Map<String, Object> metadata, Map<String, Object> template, Map<String, Object> labels) {
        Map<String, Object> allLabels = new LinkedHashMap<>(Tree.child(template, "labels"));
        allLabels.putAll(labels);
        Map<String, Object> allAnnotations = new LinkedHashMap<>(Tree.child(template, "annotations"));
        allAnnotations.putAll(labels);
        metadata.put("labels", allLabels);
        metadata.put("annotations", allAnnotations);
    }
}
