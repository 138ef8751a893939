package io.trainyard.local.controllers.job;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What failed pods mean to their Job.
 *
 * @param rules as in {@code spec.podFailurePolicy.rules}; the first that matches counts
 */
record PodFailurePolicy(List<Map<String, Object>> rules) {
    /** What a rule wants. */
    enum Action {
        FAIL_JOB,
        FAIL_INDEX,
        IGNORE,
        COUNT
    }

    /**
     * What the policy makes of one failed pod.
     *
     * @param message why the Job fails; empty unless it does
     */
    record Match(Action action, String message) {
        static final Match COUNTED = new Match(Action.COUNT, "");

        boolean counts() {
            return action != Action.IGNORE;
        }
    }

    static PodFailurePolicy of(Map<String, Object> jobSpec) {
        return new PodFailurePolicy(Tree.objects(jobSpec, "podFailurePolicy", "rules"));
    }

    /** Matches a pod that has failed; a pod that no rule is about is counted. */
    Match match(JobPod pod) {
        for (int i = 0; i < rules.size(); i++) {
            Map<String, Object> rule = rules.get(i);
            Optional<String> match = rule.get("onExitCodes") == null ? byCondition(rule, pod) : byExitCode(rule, pod);
            if (match.isPresent()) {
                return matched(Tree.text(rule, "action"), match.get(), i);
            }
        }
        return Match.COUNTED;
    }

    private static Match matched(String action, String what, int rule) {
        return switch (action) {
            case "FailJob" -> new Match(Action.FAIL_JOB, what + " matching " + action + " rule at index " + rule);
            case "FailIndex" -> new Match(Action.FAIL_INDEX, "");
            case "Ignore" -> new Match(Action.IGNORE, "");
            default -> Match.COUNTED;
        };
    }

    private static Optional<String> byExitCode(Map<String, Object> rule, JobPod pod) {
        Map<String, Object> wanted = Tree.child(rule, "onExitCodes");
        String container = Tree.text(wanted, "containerName");
        List<Object> codes = Tree.list(wanted, "values");
        boolean listed = Tree.text(wanted, "operator").equals("In");
        return Stream.of("containerStatuses", "initContainerStatuses")
                .flatMap(field -> Tree.objects(pod.tree(), "status", field).stream())
                .filter(status -> container.isEmpty() || container.equals(status.get("name")))
                .filter(status -> Tree.at(status, "state", "terminated") != null)
                .filter(status -> exitCode(status) != 0 && codes.contains(exitCode(status)) == listed)
                .map(status -> "Container " + status.get("name") + " for pod " + pod.name() + " failed with exit code "
                        + exitCode(status))
                .findFirst();
    }

    private static long exitCode(Map<String, Object> status) {
        return Tree.integer(0, status, "state", "terminated", "exitCode");
    }

    private static Optional<String> byCondition(Map<String, Object> rule, JobPod pod) {
        List<Map<String, Object>> patterns = Tree.objects(rule, "onPodConditions");
        return Tree.objects(pod.tree(), "status", "conditions").stream()
                .filter(condition -> patterns.stream()
                        .anyMatch(pattern -> Tree.text(pattern, "type").equals(condition.get("type"))
                                && Tree.text(pattern, "status").equals(condition.get("status"))))
                .map(condition -> "Pod " + pod.name() + " has condition " + condition.get("type"))
                .findFirst();
    }
}
