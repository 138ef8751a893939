package io.trainyard.core.admission.trainjob;

import io.trainyard.core.compile.Tree;
import io.trainyard.core.yaml.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one entry of an override or patch says about pods, in whichever of the three shapes the user wrote it (API-45 to API-61).
 *
 * @param targets the replicated jobs that it means
 * @param podSpecPath the field that holds the partial pod spec
 * @param podSpec the partial pod spec; empty when there is none
 * @param metadata what it says about labels and annotations
 */
record TemplateChange(
        List<Target> targets, FieldPath podSpecPath, Map<String, Object> podSpec, List<Metadata> metadata) {
    private static final FieldPath SPEC = FieldPath.ROOT.field("spec");

    /**
     * A replicated job by name.
     *
     * @param job its name
     * @param path the field that names it
     * @param problem what to say when the runtime has no such job
     */
    record Target(String job, FieldPath path, String problem) {}

    /**
     * Labels and annotations for something.
     *
     * @param path the field
     * @param content what it holds
     */
    record Metadata(FieldPath path, Map<String, Object> content) {}

    /** All of them, in the order in which they are applied (API-62). */
    static List<TemplateChange> of(Map<String, Object> spec) {
        List<TemplateChange> changes = new ArrayList<>();
        List<Object> podSpecs = Tree.list(spec, "podSpecOverrides");
        for (int i = 0; i < podSpecs.size(); i++) {
            FieldPath path = SPEC.field("podSpecOverrides").item(i);
            Map<String, Object> entry = Tree.object(podSpecs.get(i));
            changes.add(new TemplateChange(targetJobs(entry, path), path, entry, List.of()));
        }
        List<Object> podTemplates = Tree.list(spec, "podTemplateOverrides");
        for (int i = 0; i < podTemplates.size(); i++) {
            FieldPath path = SPEC.field("podTemplateOverrides").item(i);
            Map<String, Object> entry = Tree.object(podTemplates.get(i));
            changes.add(new TemplateChange(
                    targetJobs(entry, path),
                    path.field("spec"),
                    Tree.object(entry, "spec"),
                    List.of(new Metadata(path.field("metadata"), Tree.object(entry, "metadata")))));
        }
        List<Object> patches = Tree.list(spec, "runtimePatches");
        for (int i = 0; i < patches.size(); i++) {
            patch(
                    Tree.object(patches.get(i), "trainingRuntimeSpec", "template"),
                    SPEC.field("runtimePatches")
                            .item(i)
                            .field("trainingRuntimeSpec")
                            .field("template"),
                    changes);
        }
        return changes;
    }

    private static List<Target> targetJobs(Map<String, Object> entry, FieldPath path) {
        List<Target> targets = new ArrayList<>();
        List<Object> jobs = Tree.list(entry, "targetJobs");
        for (int k = 0; k < jobs.size(); k++) {
            FieldPath name = path.field("targetJobs").item(k).field("name");
            Tree.string(jobs.get(k), "name")
                    .ifPresent(job -> targets.add(new Target(
                            job, name, "must not have targetJob that doesn't exist in the runtime job template")));
        }
        return targets;
    }

    private static void patch(Map<String, Object> template, FieldPath path, List<TemplateChange> changes) {
        changes.add(new TemplateChange(
                List.of(),
                path,
                Map.of(),
                List.of(new Metadata(path.field("metadata"), Tree.object(template, "metadata")))));
        List<Object> jobs = Tree.list(template, "spec", "replicatedJobs");
        for (int k = 0; k < jobs.size(); k++) {
            FieldPath job = path.field("spec").field("replicatedJobs").item(k);
            FieldPath jobTemplate = job.field("template");
            FieldPath podTemplate = jobTemplate.field("spec").field("template");
            Target target = new Target(
                    Tree.string(jobs.get(k), "name").orElse(""),
                    job.field("name"),
                    "must not have replicated job that doesn't exist in the runtime job template");
            changes.add(new TemplateChange(
                    List.of(target),
                    podTemplate.field("spec"),
                    Tree.object(jobs.get(k), "template", "spec", "template", "spec"),
                    List.of(
                            new Metadata(
                                    jobTemplate.field("metadata"), Tree.object(jobs.get(k), "template", "metadata")),
                            new Metadata(
                                    podTemplate.field("metadata"),
                                    Tree.object(jobs.get(k), "template", "spec", "template", "metadata")))));
        }
    }
}
