package io.trainyard.spi.overrides;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.EmbeddedMetadata;
import io.trainyard.spi.model.PodTemplateOverride;
import io.trainyard.spi.model.RuntimePatch;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one entry of an override or patch changes in one replicated job.
 *
 * @param source the list that the entry stands in
 * @param job name of the replicated job that is meant; empty when the user gave none
 * @param jobPath the field that names it
 * @param jobMetadata what changes on its Job template
 * @param podMetadata what changes on its pod template
 * @param podSpec the partial pod spec; its path is that of the entry itself in the oldest shape
 * @param fromKueue true when Kueue wrote the entry, which then names only the tolerations that it adds
 */
public record PodOverride(
        Source source,
        String job,
        String jobPath,
        Part jobMetadata,
        Part podMetadata,
        Part podSpec,
        boolean fromKueue) {
    private static final String KUEUE_MANAGER = "kueue.x-k8s.io/manager";
    private static final String KUEUE_POD_SET_LABEL = "kueue.x-k8s.io/podset";

    /** The three shapes, in the order in which they are applied. */
    public enum Source {
        POD_SPEC_OVERRIDES("podSpecOverrides"),
        POD_TEMPLATE_OVERRIDES("podTemplateOverrides"),
        RUNTIME_PATCHES("runtimePatches");

        private final String field;

        Source(String field) {
            this.field = field;
        }

        /** Path of the list. */
        public String path() {
            return "spec." + field;
        }
    }

    /**
     * A part of an entry.
     *
     * @param path where the user wrote it, or would have
     * @param tree what it says; empty when it says nothing
     */
    public record Part(String path, Map<String, Object> tree) {}

    /** All of them, in the order in which they are applied. */
    public static List<PodOverride> of(TrainJobSpec spec) {
        List<PodOverride> overrides = new ArrayList<>();
        for (int i = 0; i < spec.podSpecOverrides().size(); i++) {
            ofPodSpec(spec.podSpecOverrides().get(i), entryPath(Source.POD_SPEC_OVERRIDES, i), overrides);
        }
        for (int i = 0; i < spec.podTemplateOverrides().size(); i++) {
            ofPodTemplate(spec.podTemplateOverrides().get(i), entryPath(Source.POD_TEMPLATE_OVERRIDES, i), overrides);
        }
        for (int i = 0; i < spec.runtimePatches().size(); i++) {
            ofPatch(spec.runtimePatches().get(i), entryPath(Source.RUNTIME_PATCHES, i), overrides);
        }
        return List.copyOf(overrides);
    }

    /** What the runtime patches change on the JobSet itself, in the order in which they are applied. */
    public static List<Part> jobSetMetadata(TrainJobSpec spec) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < spec.runtimePatches().size(); i++) {
            @Nullable Map<String, Object> runtime = spec.runtimePatches().get(i).trainingRuntimeSpec();
            parts.add(part(
                    runtime, entryPath(Source.RUNTIME_PATCHES, i) + ".trainingRuntimeSpec", "template", "metadata"));
        }
        return List.copyOf(parts);
    }

    /** The containers and init containers that this entry changes, in the order in which the user wrote them, init containers first. */
    public List<ContainerOverride> containers() {
        List<ContainerOverride> containers = new ArrayList<>();
        for (ContainerOverride.Kind kind : ContainerOverride.Kind.values()) {
            List<Map<String, Object>> trees = objects(podSpec.tree(), kind.field());
            for (int i = 0; i < trees.size(); i++) {
                String path = podSpec.path() + "." + kind.field() + "[" + i + "]";
                containers.add(new ContainerOverride(kind, Tree.text(trees.get(i), "name"), path, trees.get(i)));
            }
        }
        return List.copyOf(containers);
    }

    private static String entryPath(Source source, int index) {
        return source.path() + "[" + index + "]";
    }

    private static void ofPodSpec(Map<String, Object> entry, String path, List<PodOverride> overrides) {
        Map<String, Object> podSpec = new LinkedHashMap<>(entry);
        podSpec.remove("targetJobs");
        List<Map<String, Object>> targets = objects(entry, "targetJobs");
        for (int k = 0; k < targets.size(); k++) {
            overrides.add(new PodOverride(
                    Source.POD_SPEC_OVERRIDES,
                    Tree.text(targets.get(k), "name"),
                    path + ".targetJobs[" + k + "].name",
                    new Part(path, Map.of()),
                    new Part(path, Map.of()),
                    new Part(path, podSpec),
                    false));
        }
    }

    private static void ofPodTemplate(PodTemplateOverride entry, String path, List<PodOverride> overrides) {
        Map<String, Object> metadata = tree(entry.metadata());
        Map<String, Object> podSpec = Objects.requireNonNullElse(entry.spec(), Map.of());
        for (int k = 0; k < entry.targetJobs().size(); k++) {
            overrides.add(new PodOverride(
                    Source.POD_TEMPLATE_OVERRIDES,
                    Objects.requireNonNullElse(entry.targetJobs().get(k).name(), ""),
                    path + ".targetJobs[" + k + "].name",
                    new Part(path, Map.of()),
                    new Part(path + ".metadata", metadata),
                    new Part(path + ".spec", podSpec),
                    entry.metadata() != null && entry.metadata().labels().containsKey(KUEUE_POD_SET_LABEL)));
        }
    }

    private static void ofPatch(RuntimePatch patch, String entry, List<PodOverride> overrides) {
        String path = entry + ".trainingRuntimeSpec.template.spec.replicatedJobs";
        List<Map<String, Object>> jobs = objects(patch.trainingRuntimeSpec(), "template", "spec", "replicatedJobs");
        for (int k = 0; k < jobs.size(); k++) {
            String job = path + "[" + k + "]";
            overrides.add(new PodOverride(
                    Source.RUNTIME_PATCHES,
                    Tree.text(jobs.get(k), "name"),
                    job + ".name",
                    part(jobs.get(k), job, "template", "metadata"),
                    part(jobs.get(k), job, "template", "spec", "template", "metadata"),
                    part(jobs.get(k), job, "template", "spec", "template", "spec"),
                    KUEUE_MANAGER.equals(patch.manager())));
        }
    }

    /** The objects of a list; something else counts as an empty object, so that the positions of those after it are right. */
    private static List<Map<String, Object>> objects(@Nullable Map<String, Object> tree, String... path) {
        List<Map<String, Object>> objects = new ArrayList<>();
        Tree.list(tree, path).forEach(item -> objects.add(Tree.child(item)));
        return objects;
    }

    private static Part part(@Nullable Map<String, Object> tree, String path, String... fields) {
        return new Part(path + "." + String.join(".", fields), Tree.child(tree, fields));
    }

    private static Map<String, Object> tree(@Nullable EmbeddedMetadata metadata) {
        Map<String, Object> tree = new LinkedHashMap<>(2);
        if (metadata != null && !metadata.labels().isEmpty()) {
            tree.put("labels", metadata.labels());
        }
        if (metadata != null && !metadata.annotations().isEmpty()) {
            tree.put("annotations", metadata.annotations());
        }
        return tree;
    }
}
