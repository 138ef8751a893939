package io.trainyard.foundation.pod;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.check.FieldTable;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Kubernetes refuses of the spec of a Job with its defaults: the mistakes that people make. Pure. */
public final class JobRules {
    /** Kubernetes takes no Indexed Job with more parallel pods. */
    public static final int MAX_PODS_OF_JOB = 100_000;

    private static final List<String> NOT_NEGATIVE = List.of(
            "parallelism",
            "completions",
            "backoffLimit",
            "backoffLimitPerIndex",
            "maxFailedIndexes",
            "activeDeadlineSeconds",
            "ttlSecondsAfterFinished");
    private static final FieldTable FIELDS = FieldTable.of(
            """
            successPolicy needed rules
            successPolicy.rules[] any succeededIndexes,succeededCount
            successPolicy.rules[] like succeededIndexes [0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)* must be numbers and ranges such as 0,2-4
            . like managedBy [a-z0-9]([-a-z0-9.]*[a-z0-9])?/[^/].* must be a domain and a path, such as acme.io/controller""");
    private static final String SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";
    private static final String APPARMOR = "container.apparmor.security.beta.kubernetes.io/";
    private static final List<String> SECCOMP_PROFILES = List.of("runtime/default", "docker/default", "unconfined");
    private static final LinearPattern DIGITS = LinearPattern.of("[0-9]+");
    private static final int MAX_DIGITS = 10;
    private static final List<String> ACTIONS = List.of("FailIndex", "FailJob", "Count", "Ignore");

    private final CheckedObject job;
    private final Extent extent;

    private JobRules(CheckedObject job, Extent extent) {
        this.job = job;
        this.extent = extent;
    }

    /**
     * Findings about the spec of a Job.
     *
     * @param otherVolumes names of volumes that others add to its pods
     */
    public static void check(CheckedObject job, Extent extent, Set<String> otherVolumes) {
        JobRules rules = new JobRules(job, extent);
        NOT_NEGATIVE.forEach(job::notNegative);
        FIELDS.check(job, extent == Extent.WHOLE);
        rules.indexes();
        rules.successPolicy();
        CheckedObject podSpec = job.child("template", "spec");
        PodRules.check(podSpec, extent, otherVolumes);
        rules.profiles(podSpec);
        rules.restartPolicy(podSpec);
        rules.failurePolicy(podSpec);
    }

    private void indexes() {
        job.oneOf("completionMode", List.of("Indexed", "NonIndexed"));
        boolean indexed = job.text("completionMode").equals("Indexed");
        boolean counted = job.has("completions") || !job.has("parallelism");
        if (indexed && !counted && extent == Extent.WHOLE) {
            job.required("completions", "an indexed Job with parallelism needs the number of its pods");
        }
        if (indexed && job.number("parallelism", 0) > MAX_PODS_OF_JOB) {
            job.invalid("parallelism", "must be at most " + MAX_PODS_OF_JOB + " in an indexed Job");
        }
        Stream.of("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy")
                .filter(field -> !indexed && job.has(field))
                .forEach(field -> job.invalid(field, "needs completionMode Indexed"));
        if (extent == Extent.WHOLE
                && job.has("completions")
                && job.number("maxFailedIndexes", 0) > job.number("completions", 0)) {
            job.invalid("maxFailedIndexes", "must be at most the number of completions");
        }
        if (job.has("maxFailedIndexes") && !job.has("backoffLimitPerIndex")) {
            job.required("backoffLimitPerIndex", "maxFailedIndexes needs it");
        }
    }

    private void successPolicy() {
        for (CheckedObject rule : job.child("successPolicy").list("rules")) {
            boolean beyond = Stream.of(rule.text("succeededIndexes").split("[,-]", -1))
                    .anyMatch(index -> index.length() > MAX_DIGITS
                            || (DIGITS.matches(index) && Long.parseLong(index) >= job.number("completions", 0)));
            if (extent == Extent.WHOLE && job.has("completions") && beyond) {
                rule.invalid("succeededIndexes", "must be below the number of completions");
            }
        }
    }

    /** Annotations that older clusters knew, and that Kubernetes still looks at. */
    private void profiles(CheckedObject podSpec) {
        CheckedObject annotations = job.child("template", "metadata", "annotations");
        String seccomp = annotations.text(SECCOMP);
        if (!seccomp.isEmpty() && !SECCOMP_PROFILES.contains(seccomp) && !seccomp.startsWith("localhost/")) {
            annotations.invalid(SECCOMP, "must be one of " + String.join(", ", SECCOMP_PROFILES) + " or localhost/…");
        }
        Set<String> containers = containers(podSpec);
        annotations.tree().keySet().stream()
                .filter(key -> extent == Extent.WHOLE
                        && key.startsWith(APPARMOR)
                        && !containers.contains(key.substring(APPARMOR.length())))
                .forEach(key -> annotations.invalid(key, "must end with the name of a container of the pod"));
    }

    private static Set<String> containers(CheckedObject podSpec) {
        return PodRules.CONTAINER_LISTS.stream()
                .flatMap(list -> podSpec.list(list).stream())
                .map(container -> container.text("name"))
                .collect(Collectors.toSet());
    }

    private void restartPolicy(CheckedObject podSpec) {
        String policy = podSpec.text("restartPolicy");
        if (policy.isEmpty() || policy.equals("Always")) {
            podSpec.required(
                    "restartPolicy",
                    "pods of a Job have OnFailure or Never" + (policy.isEmpty() ? "" : ", not Always"));
            return;
        }
        podSpec.oneOf("restartPolicy", List.of("OnFailure", "Never"));
        if (job.has("podFailurePolicy") && policy.equals("OnFailure")) {
            podSpec.invalid(
                    "restartPolicy",
                    "must be Never where the Job has a podFailurePolicy; JobSet writes OnFailure where nothing is said");
        }
    }

    private void failurePolicy(CheckedObject podSpec) {
        Set<String> containers = containers(podSpec);
        for (CheckedObject rule : job.child("podFailurePolicy").list("rules")) {
            boolean byCode = rule.has("onExitCodes");
            if (byCode != Tree.list(rule.tree(), "onPodConditions").isEmpty()) {
                rule.invalid(
                        byCode ? "onPodConditions" : "onExitCodes", "a rule has either onExitCodes or onPodConditions");
            }
            if (rule.text("action").isEmpty()) {
                rule.required("action", "must be one of " + String.join(", ", ACTIONS));
            }
            rule.oneOf("action", ACTIONS);
            if (rule.text("action").equals("FailIndex") && !job.has("backoffLimitPerIndex")) {
                rule.invalid("action", "FailIndex needs backoffLimitPerIndex");
            }
            rule.list("onPodConditions").forEach(condition -> MetadataRules.labelKey(condition, "type"));
            if (byCode) {
                exitCodes(rule.child("onExitCodes"), containers);
            }
        }
        job.oneOf(
                "podReplacementPolicy",
                job.has("podFailurePolicy") ? List.of("Failed") : List.of("Failed", "TerminatingOrFailed"));
    }

    private void exitCodes(CheckedObject codes, Set<String> containers) {
        codes.oneOf("operator", List.of("In", "NotIn"));
        String container = codes.text("containerName");
        if (extent == Extent.WHOLE && codes.has("containerName") && !containers.contains(container)) {
            codes.invalid("containerName", "must be a container of the pod: " + String.join(", ", containers));
        }
        List<Object> values = Tree.list(codes.tree(), "values");
        if (values.isEmpty()) {
            codes.required("values", "must be at least one exit code");
        }
        Set<Long> earlier = new HashSet<>();
        long last = Long.MIN_VALUE;
        for (int i = 0; i < values.size(); i++) {
            long value = values.get(i) instanceof Number number ? number.longValue() : Long.MIN_VALUE;
            if (value == 0 && codes.text("operator").equals("In")) {
                codes.invalidItem("values", i, "must not be 0 with the operator In: 0 is success");
            } else if (!earlier.add(value) || value < last) {
                codes.invalidItem("values", i, "exit codes must be in ascending order, each once");
            }
            last = value;
        }
    }
}
