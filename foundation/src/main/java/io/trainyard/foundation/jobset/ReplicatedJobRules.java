package io.trainyard.foundation.jobset;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.Set;

/** What JobSet refuses of a replicated job. Pure. */
final class ReplicatedJobRules {
    /** As long as what pods get behind their prefix. */
    private static final String SUFFIX = "-abcde";

    private ReplicatedJobRules() {}

    /**
     * Findings about a replicated job.
     *
     * @param jobSet name of the JobSet; empty where it is not known
     * @param names those of earlier ones; its own is added
     */
    static void check(CheckedObject replicated, String jobSet, Set<Object> names) {
        Map<String, Object> job = Tree.child(replicated.tree(), "template", "spec");
        replicated.name("replicated job", names);
        replicated.serviceLabel("groupName");
        if ("".equals(replicated.tree().get("groupName"))) {
            replicated.invalid("groupName", "must have a name, or be left out");
        }
        replicated.notNegative("replicas");
        double replicas = number(replicated.tree(), "replicas");
        if (replicas * number(job, "parallelism") > Integer.MAX_VALUE) {
            replicated.invalid("replicas", "replicas times parallelism must be at most " + Integer.MAX_VALUE);
        }
        if (!jobSet.isEmpty()) {
            generatedNames(replicated, jobSet, job);
        }
        if (job.get("ttlSecondsAfterFinished") != null) {
            replicated
                    .findings()
                    .warning(replicated.child("template", "spec").path("ttlSecondsAfterFinished")
                            + ": a Job that goes before its JobSet has finished is made and run again; set"
                            + " ttlSecondsAfterFinished of the JobSet instead");
        }
    }

    private static double number(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof Number number ? number.doubleValue() : 1;
    }

    private static void generatedNames(CheckedObject replicated, String jobSet, Map<String, Object> job) {
        String longest =
                jobSet + "-" + replicated.text("name") + "-" + Math.max(0, replicated.number("replicas", 1) - 1);
        if (refuses(longest, "Jobs", replicated)) {
            return;
        }
        if (!Tree.text(job, "completionMode").equals("NonIndexed") && job.get("completions") != null) {
            long lastPod = Math.max(0, Tree.integer(1, job, "completions") - 1);
            refuses(longest + "-" + lastPod + SUFFIX, "pods", replicated);
        }
    }

    private static boolean refuses(String generated, String what, CheckedObject replicated) {
        boolean wrong = !DnsName.isServiceLabel(generated);
        if (wrong) {
            replicated
                    .findings()
                    .error(FieldError.invalid(
                            replicated.path("name").text(),
                            replicated.text("name"),
                            "names of " + what + " would be like \"" + generated
                                    + "\"; they must begin with a letter and have at most 63 characters"));
        }
        return wrong;
    }
}
