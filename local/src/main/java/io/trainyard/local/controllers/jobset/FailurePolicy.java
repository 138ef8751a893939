package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.controllers.jobset.Decision.Event;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The failure policy of a JobSet: what follows from failed jobs. The first rule that matches one of them counts; without a match, the JobSet restarts. */
final class FailurePolicy {
    private static final String RESTART = "RestartJobSet";

    private final JobSet set;
    private final List<ChildJob> failed;
    private final StatusDraft draft;

    private FailurePolicy(JobSet set, List<ChildJob> failed, StatusDraft draft) {
        this.set = set;
        this.failed = failed;
        this.draft = draft;
    }

    /** Writes the consequences into the draft; {@code failed} must not be empty. */
    static void apply(JobSet set, List<ChildJob> failed, StatusDraft draft) {
        new FailurePolicy(set, failed, draft).apply();
    }

    private void apply() {
        if (Tree.at(set.spec(), "failurePolicy") == null) {
            draft.fail("FailedJobs", message("jobset failed due to one or more job failures", first(failed)));
            return;
        }
        for (Map<String, Object> rule : Tree.objects(set.spec(), "failurePolicy", "rules")) {
            List<ChildJob> matching =
                    failed.stream().filter(job -> matches(rule, job)).toList();
            if (!matching.isEmpty()) {
                act(Tree.text(rule, "action"), "FailurePolicy_" + Tree.text(rule, "name"), first(matching));
                return;
            }
        }
        act(RESTART, "DefaultFailurePolicy", first(failed));
    }

    private static ChildJob first(List<ChildJob> jobs) {
        return jobs.stream()
                .min(Comparator.comparing(ChildJob::failureTime))
                .orElseThrow(() -> new IllegalArgumentException("no job has failed"));
    }

    private static String message(String text, ChildJob job) {
        return text + " (first failed job: " + job.name() + ")";
    }

    private static boolean matches(Map<String, Object> rule, ChildJob job) {
        List<Object> reasons = Tree.list(rule, "onJobFailureReasons");
        List<Object> patterns = Tree.list(rule, "onJobFailureMessagePatterns");
        List<Object> targets = Tree.list(rule, "targetReplicatedJobs");
        return (reasons.isEmpty() || reasons.contains(job.failureReason()))
                && (patterns.isEmpty()
                        || patterns.stream().anyMatch(pattern -> found(String.valueOf(pattern), job.failureMessage())))
                && (targets.isEmpty() || targets.contains(job.replicatedJob()));
    }

    private static boolean found(String pattern, String text) {
        try {
            return LinearPattern.compile(pattern).isFoundIn(text);
        } catch (IllegalArgumentException e) {
            // Admission warned of it; here it only means that nothing can match.
            return false;
        }
    }

    private void act(String action, String reason, ChildJob job) {
        String message = message("applying " + action + " failure policy action", job);
        boolean counts = action.equals(RESTART) || action.equals("RestartJob");
        if (action.equals("FailJobSet")) {
            draft.fail("FailJobSetFailurePolicyAction", message);
            return;
        }
        if (counts && draft.countedRestarts() >= Tree.integer(0, set.spec(), "failurePolicy", "maxRestarts")) {
            draft.fail("ReachedMaxRestarts", message("jobset failed due to reaching max number of restarts", job));
            return;
        }
        if (action.startsWith(RESTART)) {
            draft.restart(counts);
            draft.setRestarting(reason, message);
        } else {
            Optional<ReplicatedJob> replicated = set.replicatedJob(job.replicatedJob());
            draft.restartJob(job, replicated.map(ReplicatedJob::replicas).orElse(0), counts);
        }
        draft.record(new Event(true, action + "FailurePolicyAction", message));
    }
}
