package io.trainyard.local.api.kinds;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What must hold of the specification of a job. */
final class JobRules {
    private static final List<String> NOT_NEGATIVE = List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex",
            "maxFailedIndexes");
    private static final int MAX_PODS_OF_INDEXED_JOB = 100_000;

    private JobRules() {}

    static List<FieldError> check(Map<String, Object> spec) {
        List<FieldError> errors = new ArrayList<>();
        for (String field : NOT_NEGATIVE) {
            long number = Tree.integer(0, spec, field);
            if (number < 0) {
                errors.add(FieldError.invalid("spec." + field, number, "must be greater than or equal to 0"));
            }
        }
        boolean indexed = Tree.text(spec, "completionMode").equals("Indexed");
        if (indexed && spec.get("completions") == null) {
            errors.add(FieldError.required("spec.completions", "when completion mode is Indexed"));
        }
        long parallelism = Tree.integer(0, spec, "parallelism");
        if (indexed && parallelism > MAX_PODS_OF_INDEXED_JOB) {
            errors.add(FieldError.invalid(
                    "spec.parallelism",
                    parallelism,
                    "must be less than or equal to " + MAX_PODS_OF_INDEXED_JOB + " when completion mode is Indexed"));
        }
        if (!indexed) {
            for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy")) {
                if (spec.get(field) != null) {
                    errors.add(
                            FieldError.invalid("spec." + field, spec.get(field), "requires indexed completion mode"));
                }
            }
        }
        if (spec.get("maxFailedIndexes") != null && spec.get("backoffLimitPerIndex") == null) {
            errors.add(FieldError.required("spec.backoffLimitPerIndex", "when maxFailedIndexes is specified"));
        }
        checkFailurePolicy(spec, errors);
        errors.addAll(PodRules.check(Tree.child(spec, "template", "spec"), "spec.template.spec"));
        checkRestartPolicy(spec, errors);
        return errors;
    }

    private static void checkRestartPolicy(Map<String, Object> spec, List<FieldError> errors) {
        String path = "spec.template.spec.restartPolicy";
        String policy = Tree.text(spec, "template", "spec", "restartPolicy");
        if (policy.isEmpty() || policy.equals("Always")) {
            errors.add(FieldError.required(path, "valid values: \"OnFailure\", \"Never\""));
        } else if (!policy.equals("OnFailure") && !policy.equals("Never")) {
            errors.add(FieldError.notSupported(path, policy, "supported values: \"OnFailure\", \"Never\""));
        } else if (policy.equals("OnFailure")) {
            for (String field : List.of("podFailurePolicy", "backoffLimitPerIndex")) {
                if (spec.get(field) != null) {
                    errors.add(FieldError.invalid(
                            path, policy, "only \"Never\" is supported when " + field + " is specified"));
                }
            }
        }
    }

    private static void checkFailurePolicy(Map<String, Object> spec, List<FieldError> errors) {
        List<Map<String, Object>> rules = Tree.objects(spec, "podFailurePolicy", "rules");
        for (int i = 0; i < rules.size(); i++) {
            String path = "spec.podFailurePolicy.rules[" + i + "]";
            Map<String, Object> rule = rules.get(i);
            boolean byCode = rule.get("onExitCodes") != null;
            boolean byCondition = !Tree.list(rule, "onPodConditions").isEmpty();
            if (byCode == byCondition) {
                errors.add(FieldError.invalid(
                        path, null, "specifying one of OnExitCodes and OnPodConditions is required"));
            }
            if (Tree.text(rule, "action").equals("FailIndex") && spec.get("backoffLimitPerIndex") == null) {
                errors.add(FieldError.invalid(
                        path + ".action", "FailIndex", "requires the backoffLimitPerIndex to be set"));
            }
            List<Object> values = Tree.list(rule, "onExitCodes", "values");
            if (Tree.text(rule, "onExitCodes", "operator").equals("In") && values.contains(0L)) {
                errors.add(FieldError.invalid(
                        path + ".onExitCodes.values[" + values.indexOf(0L) + "]",
                        0L,
                        "must not be 0 for the In operator"));
            }
        }
    }
}
