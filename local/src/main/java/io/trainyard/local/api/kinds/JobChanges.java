package io.trainyard.local.api.kinds;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What may still change in the specification of a job. */
final class JobChanges {
    private static final List<String> IMMUTABLE = List.of(
            "selector", "completionMode", "podFailurePolicy", "backoffLimitPerIndex", "successPolicy", "managedBy");
    private static final List<String> SCHEDULING =
            List.of("nodeSelector", "tolerations", "affinity", "schedulingGates");

    private JobChanges() {}

    static List<FieldError> check(Map<String, Object> job, Map<String, Object> previous) {
        List<FieldError> errors = new ArrayList<>();
        Map<String, Object> spec = Tree.child(job, "spec");
        Map<String, Object> before = Tree.child(previous, "spec");
        for (String field : IMMUTABLE) {
            require(spec, before, field, errors);
        }
        if (!isElastic(spec, before)) {
            require(spec, before, "completions", errors);
        }
        boolean waiting = Tree.flag(before, "suspend") && Tree.at(previous, "status", "startTime") == null;
        Map<String, Object> template = Tree.child(spec, "template");
        Map<String, Object> templateBefore = Tree.child(before, "template");
        if (waiting) {
            template = withoutScheduling(template);
            templateBefore = withoutScheduling(templateBefore);
        }
        if (!template.equals(templateBefore)) {
            errors.add(
                    FieldError.invalid(waiting ? "spec.template.spec" : "spec.template", null, "field is immutable"));
        }
        return errors;
    }

    /** Whether only the size of an indexed job changes, and everything with it. */
    private static boolean isElastic(Map<String, Object> spec, Map<String, Object> before) {
        return Tree.text(before, "completionMode").equals("Indexed")
                && Objects.equals(spec.get("completions"), spec.get("parallelism"))
                && before.get("completions") != null;
    }

    private static void require(
            Map<String, Object> spec, Map<String, Object> before, String field, List<FieldError> errors) {
        if (!Objects.equals(spec.get(field), before.get(field))) {
            errors.add(FieldError.invalid("spec." + field, spec.get(field), "field is immutable"));
        }
    }

    private static Map<String, Object> withoutScheduling(Map<String, Object> template) {
        Map<String, Object> rest = Tree.copy(template);
        rest.remove("metadata");
        if (rest.get("spec") instanceof Map<?, ?> spec) {
            SCHEDULING.forEach(spec::remove);
        }
        return rest;
    }
}
