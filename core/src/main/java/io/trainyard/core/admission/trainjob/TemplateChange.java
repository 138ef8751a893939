package io.trainyard.core.admission.trainjob;

import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one entry of an override or patch says about pods, in whichever of the three shapes the user wrote it.
 *
 * @param targets names of the replicated jobs that it means
 * @param podSpecPath the field that holds the partial pod spec
 * @param podSpec the partial pod spec; empty when there is none
 * @param metadata what it says about labels and annotations
 */
record TemplateChange(
        List<String> targets, FieldPath podSpecPath, Map<String, Object> podSpec, List<Metadata> metadata) {
    private static final FieldPath SPEC = FieldPath.ROOT.field("spec");

    /**
     * Labels and annotations for something.
     *
     * @param path the field
     * @param content what it holds
     */
    record Metadata(FieldPath path, Map<String, Object> content) {}

    /** All of them, in the order in which they are applied. */
    static List<TemplateChange> of(Map<String, Object> spec) {
        List<TemplateChange> changes = new ArrayList<>();
        List<Object> podSpecs = Tree.list(spec, "podSpecOverrides");
        for (int i = 0; i < podSpecs.size(); i++) {
            FieldPath path = SPEC.field("podSpecOverrides").item(i);
            Map<String, Object> entry = Tree.child(podSpecs.get(i));
            changes.add(new TemplateChange(targetJobs(entry), path, entry, List.of()));
        }
        List<Object> podTemplates = Tree.list(spec, "podTemplateOverrides");
        for (int i = 0; i < podTemplates.size(); i++) {
            FieldPath path = SPEC.field("podTemplateOverrides").item(i);
            Map<String, Object> entry = Tree.child(podTemplates.get(i));
            changes.add(new TemplateChange(
                    targetJobs(entry),
                    path.field("spec"),
                    Tree.child(entry, "spec"),
                    List.of(new Metadata(path.field("metadata"), Tree.child(entry, "metadata")))));
        }
        List<Object> patches = Tree.list(spec, "runtimePatches");
        for (int i = 0; i < patches.size(); i++) {
            patch(
                    Tree.child(patches.get(i), "trainingRuntimeSpec", "template"),
                    SPEC.field("runtimePatches")
                            .item(i)
                            .field("trainingRuntimeSpec")
                            .field("template"),
                    changes);
        }
        return changes;
    }

    private static List<String> targetJobs(Map<String, Object> entry) {
        return Tree.objects(entry, "targetJobs").stream()
                .flatMap(job -> Tree.string(job, "name").stream())
                .toList();
    }

    private static void patch(Map<String, Object> template, FieldPath path, List<TemplateChange> changes) {
        changes.add(new TemplateChange(
                List.of(),
                path,
                Map.of(),
                List.of(new Metadata(path.field("metadata"), Tree.child(template, "metadata")))));
        List<Object> jobs = Tree.list(template, "spec", "replicatedJobs");
        for (int k = 0; k < jobs.size(); k++) {
            FieldPath job = path.field("spec").field("replicatedJobs").item(k);
            FieldPath jobTemplate = job.field("template");
            FieldPath podTemplate = jobTemplate.field("spec").field("template");
            changes.add(new TemplateChange(
                    Tree.string(jobs.get(k), "name").stream().toList(),
                    podTemplate.field("spec"),
                    Tree.child(jobs.get(k), "template", "spec", "template", "spec"),
                    List.of(
                            new Metadata(
                                    jobTemplate.field("metadata"), Tree.child(jobs.get(k), "template", "metadata")),
                            new Metadata(
                                    podTemplate.field("metadata"),
                                    Tree.child(jobs.get(k), "template", "spec", "template", "metadata")))));
        }
    }
}
