package io.trainyard.local.controllers.job;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.cache.ObjectName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a Job asks for, with the defaults of the API server in it.
 *
 * @param deleted whether the Job is on its way out
 * @param completions empty for a work queue: any success is enough
 * @param backoffLimitPerIndex empty to count failures of all pods together
 * @param maxFailedIndexes empty for any number
 * @param deadline empty for none
 * @param replacesOnlyFailed whether a pod that is being deleted must be gone before it is replaced
 * @param restartsContainers whether failed containers are restarted within their pods
 * @param successRules of the success policy; empty when there is none
 */
record JobSpec(
        ObjectName name,
        boolean deleted,
        boolean indexed,
        boolean suspended,
        long parallelism,
        OptionalLong completions,
        long backoffLimit,
        OptionalLong backoffLimitPerIndex,
        OptionalLong maxFailedIndexes,
        Optional<Duration> deadline,
        boolean replacesOnlyFailed,
        boolean restartsContainers,
        Optional<PodFailurePolicy> podFailurePolicy,
        List<SuccessPolicyRule> successRules) {
    private static final long DEFAULT_BACKOFF_LIMIT = 6;
    /** A later moment than that cannot always be expressed, and nobody waits for it. */
    private static final Duration MAX_DEADLINE = Duration.ofDays(100 * 365);

    static JobSpec of(Map<String, Object> job) {
        Map<String, Object> spec = Tree.child(job, "spec");
        Optional<PodFailurePolicy> policy =
                spec.get("podFailurePolicy") == null ? Optional.empty() : Optional.of(PodFailurePolicy.of(spec));
        return new JobSpec(
                ObjectName.of(job),
                Tree.at(job, "metadata", "deletionTimestamp") != null,
                Tree.text(spec, "completionMode").equals("Indexed"),
                Tree.flag(spec, "suspend"),
                Tree.integer(1, spec, "parallelism"),
                number(spec, "completions"),
                Tree.integer(DEFAULT_BACKOFF_LIMIT, spec, "backoffLimit"),
                number(spec, "backoffLimitPerIndex"),
                number(spec, "maxFailedIndexes"),
                number(spec, "activeDeadlineSeconds").stream()
                        .filter(seconds -> seconds <= MAX_DEADLINE.toSeconds())
                        .mapToObj(Duration::ofSeconds)
                        .findFirst(),
                policy.isPresent() || Tree.text(spec, "podReplacementPolicy").equals("Failed"),
                Tree.text(spec, "template", "spec", "restartPolicy").equals("OnFailure"),
                policy,
                Tree.objects(spec, "successPolicy", "rules").stream()
                        .map(SuccessPolicyRule::of)
                        .toList());
    }

    private static OptionalLong number(Map<String, Object> spec, String field) {
        return spec.get(field) instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    /** Whether the index is one of this Job. */
    boolean has(int index) {
        return index >= 0 && index < completions.orElse(Long.MAX_VALUE);
    }
}
