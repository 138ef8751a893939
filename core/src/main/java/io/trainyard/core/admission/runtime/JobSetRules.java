package io.trainyard.core.admission.runtime;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the JobSet webhook would refuse in every TrainJob of a runtime. */
final class JobSetRules {
    private static final String SPEC = "spec.template.spec";
    private static final LinearPattern RULE_NAME = LinearPattern.of("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");

    private JobSetRules() {}

    static void check(RuntimeChange runtime, Validation.Builder findings) {
        boolean jobsChange = runtime.changes("template", "spec", "replicatedJobs");
        if (jobsChange) {
            dependencies(runtime.jobs(), findings);
        }
        if (jobsChange || runtime.changes("template", "spec", "successPolicy")) {
            successPolicy(runtime, findings);
        }
        if (runtime.changes("template", "spec", "failurePolicy")) {
            failurePolicy(runtime, findings);
        }
    }

    private static void dependencies(List<Map<String, Object>> jobs, Validation.Builder findings) {
        Set<String> earlier = new HashSet<>();
        for (int i = 0; i < jobs.size(); i++) {
            List<Object> edges = Tree.list(jobs.get(i), "dependsOn");
            String path = SPEC + ".replicatedJobs[" + i + "].dependsOn";
            if (i == 0 && !edges.isEmpty()) {
                findings.error(FieldError.invalid(path, null, "the first replicated job cannot depend on another one"));
            } else {
                for (int k = 0; k < edges.size(); k++) {
                    Optional<String> name = Tree.string(edges.get(k), "name");
                    if (name.isPresent() && !earlier.contains(name.get())) {
                        findings.error(FieldError.invalid(
                                path + "[" + k + "].name",
                                name.get(),
                                "must be a replicated job that is listed earlier"));
                    }
                }
            }
            Tree.string(jobs.get(i), "name").ifPresent(earlier::add);
        }
    }

    private static void successPolicy(RuntimeChange runtime, Validation.Builder findings) {
        Set<Object> names = runtime.jobs().stream()
                .map(job -> String.valueOf(job.get("name")))
                .collect(Collectors.toSet());
        List<Object> targets = Tree.list(runtime.jobSet(), "successPolicy", "targetReplicatedJobs");
        for (int i = 0; i < targets.size(); i++) {
            if (!names.contains(targets.get(i))) {
                findings.error(FieldError.invalid(
                        SPEC + ".successPolicy.targetReplicatedJobs[" + i + "]",
                        targets.get(i),
                        "must be a replicated job of this template"));
            }
        }
    }

    private static void failurePolicy(RuntimeChange runtime, Validation.Builder findings) {
        Set<String> seen = new HashSet<>();
        List<Object> rules = Tree.list(runtime.jobSet(), "failurePolicy", "rules");
        for (int i = 0; i < rules.size(); i++) {
            Optional<String> name = Tree.string(rules.get(i), "name");
            String path = SPEC + ".failurePolicy.rules[" + i + "].name";
            if (name.isEmpty()) {
                continue;
            }
            if (!RULE_NAME.matches(name.get())) {
                findings.error(FieldError.invalid(
                        path,
                        name.get(),
                        "must begin with a letter, hold letters, digits, '_', ',' and ':', and end with none of the last"
                                + " two"));
            } else if (!seen.add(name.get())) {
                findings.error(new FieldError(path, FieldError.Kind.DUPLICATE, name.get(), ""));
            }
        }
    }
}
