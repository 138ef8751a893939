package io.trainyard.local.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.NameRule;
import java.util.Map;

/** What must hold of one replicated job. */
final class ReplicatedJobRules {
    /** As long as what pods get behind their prefix. */
    private static final String SUFFIX = "-abcde";

    private final String jobSetName;
    private final Map<String, Object> replicated;
    private final String path;
    private final Validation.Builder findings;

    ReplicatedJobRules(String jobSetName, Map<String, Object> replicated, String path, Validation.Builder findings) {
        this.jobSetName = jobSetName;
        this.replicated = replicated;
        this.path = path;
        this.findings = findings;
    }

    void check() {
        Map<String, Object> job = Tree.child(replicated, "template", "spec");
        long replicas = Tree.integer(1, replicated, "replicas");
        if (Tree.integer(1, job, "parallelism") * replicas > Integer.MAX_VALUE) {
            findings.error(FieldError.invalid(
                    path + ".replicas", replicas, "replicas times parallelism must not exceed " + Integer.MAX_VALUE));
        }
        String group = Tree.text(replicated, "groupName");
        NameRule.RFC1035_LABEL
                .problemOf(group.isEmpty() ? "default" : group)
                .ifPresent(problem -> findings.error(FieldError.invalid(path + ".groupName", group, problem)));
        checkNames(job, replicas);
        if (Tree.list(job, "template", "spec", "containers").isEmpty()) {
            findings.error(FieldError.required(
                    path + ".template.spec.template.spec.containers", "a pod has at least one container"));
        }
        if (job.get("ttlSecondsAfterFinished") != null) {
            findings.warning(path + ".template.spec.ttlSecondsAfterFinished: a Job that goes before its JobSet has "
                    + "finished is made and run again; set spec.ttlSecondsAfterFinished of the JobSet instead");
        }
    }

    private void checkNames(Map<String, Object> job, long replicas) {
        String longest = jobSetName + "-" + Tree.text(replicated, "name") + "-" + Math.max(0, replicas - 1);
        if (refusesName(longest, longest, "Jobs")) {
            return;
        }
        if (Tree.text(job, "completionMode").equals("Indexed") && job.get("completions") != null) {
            long lastPod = Math.max(0, Tree.integer(1, job, "completions") - 1);
            refusesName(longest + "-" + lastPod + SUFFIX, longest, "pods");
        }
    }

    private boolean refusesName(String generated, String shown, String what) {
        return NameRule.RFC1035_LABEL
                .problemOf(generated)
                .map(problem -> findings.error(FieldError.invalid(
                        path + ".name",
                        shown,
                        "names of " + what + " would be like \"" + generated + "\", which " + problem)))
                .isPresent();
    }
}
