package io.trainyard.foundation.jobset;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What JobSet refuses of a failure policy. Pure. */
final class FailurePolicyRules {
    private static final LinearPattern NAME = LinearPattern.of("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
    private static final int MAX_NAME_LENGTH = 128;
    private static final int MAX_REPLICAS = 1024;
    private static final List<String> RESTARTS_OF_JOBS = List.of("RestartJob", "RestartJobAndIgnoreMaxRestarts");
    private static final List<String> REASONS = List.of(
            "BackoffLimitExceeded",
            "DeadlineExceeded",
            "FailedIndexes",
            "MaxFailedIndexesExceeded",
            "PodFailurePolicy");

    private FailurePolicyRules() {}

    /**
     * Findings about the failure policy of a JobSet.
     *
     * @param replicatedJobs their names
     */
    static void check(CheckedObject spec, Set<Object> replicatedJobs, JobSetFacts facts) {
        CheckedObject policy = spec.child("failurePolicy");
        if (policy.text("restartStrategy").equals("InPlaceRestart") && !facts.inPlaceRestart()) {
            policy.findings()
                    .error(FieldError.notSupported(
                            policy.path("restartStrategy").text(),
                            "InPlaceRestart",
                            "must be one of Recreate, BlockingRecreate"));
        }
        Set<Object> names = new HashSet<>();
        for (CheckedObject rule : policy.list("rules")) {
            String name = rule.text("name");
            // One without a name gets one from JobSet.
            if (!name.isEmpty() && (name.length() > MAX_NAME_LENGTH || !NAME.matches(name))) {
                rule.invalid(
                        "name",
                        "must begin with a letter, go on with letters, digits, '_', ',' or ':', end with a letter, a digit or"
                                + " '_', and have at most " + MAX_NAME_LENGTH + " characters");
            } else if (!name.isEmpty()) {
                rule.unique("name", name, names);
            }
            action(rule, spec, facts);
            JobSetRules.targets(rule, replicatedJobs);
            rule.eachOneOf("onJobFailureReasons", REASONS);
            warnOfPatterns(rule);
        }
    }

    private static void action(CheckedObject rule, CheckedObject spec, JobSetFacts facts) {
        String action = rule.text("action");
        if (!RESTARTS_OF_JOBS.contains(action)) {
            return;
        }
        if (!facts.restartJob()) {
            rule.forbidden("action", action + " needs the feature RestartJob, which is off");
        } else if (spec.list("replicatedJobs").stream().anyMatch(job -> job.number("replicas", 1) > MAX_REPLICAS)) {
            rule.forbidden(
                    "action", action + " needs replicas to be at most " + MAX_REPLICAS + " in every replicated job");
        }
    }

    /** A cluster accepts them, too, and never finds them. */
    private static void warnOfPatterns(CheckedObject rule) {
        List<Object> patterns = Tree.list(rule.tree(), "onJobFailureMessagePatterns");
        for (int i = 0; i < patterns.size(); i++) {
            try {
                LinearPattern.compile(String.valueOf(patterns.get(i)));
            } catch (IllegalArgumentException e) {
                rule.findings()
                        .warning(rule.path("onJobFailureMessagePatterns").item(i) + ": \"" + patterns.get(i)
                                + "\" is no regular expression and matches nothing: " + e.getMessage());
            }
        }
    }
}
