package io.trainyard.local.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.Optional;

/** What must hold of a coordinator. */
final class CoordinatorRules {
    private static final LinearPattern LABEL_VALUE = LinearPattern.of("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final String PATH = "spec.coordinator";

    private final String jobSetName;
    private final Map<String, Object> spec;
    private final Validation.Builder findings;

    CoordinatorRules(String jobSetName, Map<String, Object> spec, Validation.Builder findings) {
        this.jobSetName = jobSetName;
        this.spec = spec;
        this.findings = findings;
    }

    void check() {
        Map<String, Object> coordinator = Tree.child(spec, "coordinator");
        String target = Tree.text(coordinator, "replicatedJob");
        Optional<Map<String, Object>> found = Tree.objects(spec, "replicatedJobs").stream()
                .filter(item -> Tree.text(item, "name").equals(target))
                .findFirst();
        if (found.isEmpty()) {
            findings.error(FieldError.invalid(PATH + ".replicatedJob", target, "must be the name of a replicated job"));
            return;
        }
        Map<String, Object> job = Tree.child(found.get(), "template", "spec");
        if (!Tree.text(job, "completionMode").equals("Indexed") || job.get("completions") == null) {
            findings.error(FieldError.invalid(
                    PATH + ".replicatedJob", target, "must be Indexed, and completions must be set"));
            return;
        }
        long jobIndex = index(coordinator, "jobIndex", Tree.integer(1, found.get(), "replicas"));
        long podIndex = index(coordinator, "podIndex", Tree.integer(1, job, "completions"));
        String subdomain = Tree.text(spec, "network", "subdomain");
        String endpoint = jobSetName + "-" + target + "-" + jobIndex + "-" + podIndex + "."
                + (subdomain.isEmpty() ? jobSetName : subdomain);
        if (!LABEL_VALUE.matches(endpoint)) {
            findings.error(
                    FieldError.invalid(
                            PATH,
                            endpoint,
                            "the address of the coordinator must be a valid label value, at most 63 characters: use shorter names"));
        }
    }

    private long index(Map<String, Object> coordinator, String field, long count) {
        long index = Tree.integer(0, coordinator, field);
        if (index < 0 || index >= count) {
            findings.error(FieldError.invalid(PATH + "." + field, index, "must be at least 0 and less than " + count));
        }
        return index;
    }
}
