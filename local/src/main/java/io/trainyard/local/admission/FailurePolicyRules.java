package io.trainyard.local.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold of a failure policy. */
final class FailurePolicyRules {
    private static final LinearPattern NAME = LinearPattern.of("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
    private static final int MAX_NAME_LENGTH = 128;
    private static final int MAX_REPLICAS = 1024;
    private static final List<String> REASONS = List.of(
            "BackoffLimitExceeded",
            "DeadlineExceeded",
            "FailedIndexes",
            "MaxFailedIndexesExceeded",
            "PodFailurePolicy");

    private final Map<String, Object> spec;
    private final Set<String> replicatedJobs;
    private final boolean restartJob;
    private final Validation.Builder findings;
    private final Set<String> names = new HashSet<>();

    FailurePolicyRules(
            Map<String, Object> spec, Set<String> replicatedJobs, boolean restartJob, Validation.Builder findings) {
        this.spec = spec;
        this.replicatedJobs = replicatedJobs;
        this.restartJob = restartJob;
        this.findings = findings;
    }

    void check() {
        if (Tree.text(spec, "failurePolicy", "restartStrategy").equals("InPlaceRestart")) {
            findings.error(FieldError.notSupported(
                    "spec.failurePolicy.restartStrategy",
                    "InPlaceRestart",
                    "supported values: \"Recreate\", \"BlockingRecreate\""));
        }
        List<Map<String, Object>> rules = Tree.objects(spec, "failurePolicy", "rules");
        for (int i = 0; i < rules.size(); i++) {
            check(rules.get(i), "spec.failurePolicy.rules[" + i + "]");
        }
    }

    private void check(Map<String, Object> rule, String path) {
        String name = Tree.text(rule, "name");
        if (name.length() > MAX_NAME_LENGTH || !NAME.matches(name)) {
            findings.error(FieldError.invalid(
                    path + ".name",
                    name,
                    "must begin with a letter, go on with letters, digits, '_', ',' or ':', end with a letter, a digit or '_', and "
                            + "be no more than " + MAX_NAME_LENGTH + " characters"));
        }
        if (!names.add(name)) {
            findings.error(new FieldError(path + ".name", FieldError.Kind.DUPLICATE, name, ""));
        }
        checkAction(Tree.text(rule, "action"), path);
        JobSetRules.checkTargets(Tree.list(rule, "targetReplicatedJobs"), path, replicatedJobs, findings);
        List<Object> reasons = Tree.list(rule, "onJobFailureReasons");
        for (int i = 0; i < reasons.size(); i++) {
            if (!REASONS.contains(String.valueOf(reasons.get(i)))) {
                findings.error(FieldError.notSupported(
                        path + ".onJobFailureReasons[" + i + "]",
                        reasons.get(i),
                        "supported values: " + String.join(", ", REASONS)));
            }
        }
        List<Object> patterns = Tree.list(rule, "onJobFailureMessagePatterns");
        for (int i = 0; i < patterns.size(); i++) {
            warnOfPattern(String.valueOf(patterns.get(i)), path + ".onJobFailureMessagePatterns[" + i + "]");
        }
    }

    private void checkAction(String action, String path) {
        if (!action.equals("RestartJob") && !action.equals("RestartJobAndIgnoreMaxRestarts")) {
            return;
        }
        if (!restartJob) {
            findings.error(
                    FieldError.forbidden(path + ".action", action + " needs the feature RestartJob, which is off"));
            return;
        }
        for (Map<String, Object> replicated : Tree.objects(spec, "replicatedJobs")) {
            if (Tree.integer(1, replicated, "replicas") > MAX_REPLICAS) {
                findings.error(FieldError.forbidden(
                        path + ".action",
                        action + " needs replicas to be no more than " + MAX_REPLICAS + " in every replicated job"));
                return;
            }
        }
    }

    /** A cluster accepts them, too, and never finds them. */
    private void warnOfPattern(String pattern, String path) {
        try {
            LinearPattern.compile(pattern);
        } catch (IllegalArgumentException e) {
            findings.warning(
                    path + ": \"" + pattern + "\" is no regular expression and matches nothing: " + e.getMessage());
        }
    }
}
