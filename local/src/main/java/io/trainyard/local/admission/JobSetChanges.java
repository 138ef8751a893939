package io.trainyard.local.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What may still change in a JobSet. One check of one change. */
final class JobSetChanges {
    private static final List<String> IMMUTABLE =
            List.of("network", "successPolicy", "failurePolicy", "startupPolicy", "volumeClaimPolicies");
    private static final List<String> CHANGEABLE_METADATA = List.of("labels", "annotations");
    private static final List<String> CHANGEABLE_POD_FIELDS = List.of("nodeSelector", "tolerations", "schedulingGates");

    private final Map<String, Object> jobSet;
    private final @Nullable Map<String, Object> previous;
    private final boolean elastic;
    private final Validation.Builder findings;

    JobSetChanges(
            Map<String, Object> jobSet,
            @Nullable Map<String, Object> previous,
            boolean elastic,
            Validation.Builder findings) {
        this.jobSet = jobSet;
        this.previous = previous;
        this.elastic = elastic;
        this.findings = findings;
    }

    void check() {
        for (String field : IMMUTABLE) {
            Object before = Tree.at(previous, "spec", field);
            Object after = Tree.at(jobSet, "spec", field);
            // As in a cluster: what is there cannot be changed, only taken away or added as a whole.
            if (before != null && after != null && !before.equals(after)) {
                refuse("spec." + field);
            }
        }
        if (!Objects.equals(Tree.at(previous, "spec", "managedBy"), Tree.at(jobSet, "spec", "managedBy"))) {
            refuse("spec.managedBy");
        }
        checkReplicatedJobs();
    }

    private void refuse(String path) {
        findings.error(FieldError.invalid(path, null, "field is immutable"));
    }

    private void checkReplicatedJobs() {
        boolean suspended = Tree.flag(previous, "spec", "suspend") || Tree.flag(jobSet, "spec", "suspend");
        List<Map<String, Object>> before = Tree.objects(previous, "spec", "replicatedJobs");
        List<Map<String, Object>> after = Tree.objects(jobSet, "spec", "replicatedJobs");
        if (before.size() != after.size()) {
            refuse("spec.replicatedJobs");
            return;
        }
        for (int i = 0; i < after.size(); i++) {
            String path = "spec.replicatedJobs[" + i + "]";
            Map<String, Object> old = before.get(i);
            Map<String, Object> masked = Tree.copy(after.get(i));
            if (!Objects.equals(old.get("name"), masked.get("name"))) {
                refuse(path + ".name");
                continue;
            }
            if (elastic
                    && Tree.text(masked, "template", "spec", "completionMode").equals("Indexed")) {
                checkSize(masked, old, path + ".template.spec");
                maskSize(masked, old);
            }
            if (suspended) {
                maskPodTemplate(masked, old);
            }
            compare(masked, old, path, suspended);
        }
    }

    /** The size of a replicated job may change only while the JobSet runs, and only so that every index still has its own pod. */
    private void checkSize(Map<String, Object> after, Map<String, Object> before, String path) {
        Map<String, Object> spec = Tree.child(after, "template", "spec");
        Map<String, Object> old = Tree.child(before, "template", "spec");
        Object parallelism = spec.get("parallelism");
        Object completions = spec.get("completions");
        if (Objects.equals(parallelism, old.get("parallelism"))
                && Objects.equals(completions, old.get("completions"))) {
            return;
        }
        if (isFinished()) {
            findings.error(FieldError.forbidden(path, "the size cannot be changed after the JobSet has finished"));
        } else if (!Objects.equals(parallelism, completions)) {
            findings.error(FieldError.invalid(path + ".completions", completions, "must be equal to parallelism"));
        } else if (Tree.integer(1, spec, "parallelism") < 1) {
            findings.error(
                    FieldError.invalid(path + ".parallelism", parallelism, "must be greater than or equal to 1"));
        }
    }

    private boolean isFinished() {
        return Tree.objects(previous, "status", "conditions").stream()
                .anyMatch(condition -> List.of("Completed", "Failed").contains(Tree.text(condition, "type"))
                        && Tree.text(condition, "status").equals("True"));
    }

    private static void maskSize(Map<String, Object> after, Map<String, Object> before) {
        for (String field : List.of("parallelism", "completions")) {
            takeOver(after, before, field, "template", "spec");
        }
    }

    /** While a JobSet is suspended, queues like Kueue may say where its pods are to run. */
    private static void maskPodTemplate(Map<String, Object> after, Map<String, Object> before) {
        CHANGEABLE_METADATA.forEach(
                field -> takeOver(after, before, field, "template", "spec", "template", "metadata"));
        CHANGEABLE_POD_FIELDS.forEach(field -> takeOver(after, before, field, "template", "spec", "template", "spec"));
        // Metadata that says nothing is the same as none.
        String[] metadata = {"template", "spec", "template", "metadata"};
        if (Tree.child(after, metadata).isEmpty()
                && Tree.child(before, metadata).isEmpty()) {
            takeOver(after, before, "metadata", "template", "spec", "template");
        }
    }

    private static void takeOver(
            Map<String, Object> after, Map<String, Object> before, String field, String... parent) {
        Object old = Tree.child(before, parent).get(field);
        if (old != null) {
            Tree.ensure(after, parent).put(field, old);
        } else if (Tree.at(after, parent) instanceof Map<?, ?> map) {
            map.remove(field);
        }
    }

    private void compare(Map<String, Object> after, Map<String, Object> before, String path, boolean suspended) {
        Map<String, Object> fields = new LinkedHashMap<>(before);
        after.forEach(fields::putIfAbsent);
        for (String field : fields.keySet()) {
            if (!Objects.equals(after.get(field), before.get(field))) {
                findings.error(FieldError.invalid(
                        path + "." + field,
                        null,
                        suspended && field.equals("template")
                                ? "field is immutable, but for labels, annotations, nodeSelector, tolerations and schedulingGates of "
                                        + "the pod template"
                                : "field is immutable"));
            }
        }
    }
}
