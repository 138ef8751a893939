package io.trainyard.local.controllers.job;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One condition of a Job. */
record JobCondition(String type, boolean on, String reason, String message, Instant probed, Instant changed) {
    static final String COMPLETE = "Complete";
    static final String FAILED = "Failed";
    static final String FAILURE_TARGET = "FailureTarget";
    static final String SUCCESS_CRITERIA_MET = "SuccessCriteriaMet";
    static final String SUSPENDED = "Suspended";

    static JobCondition of(String type, boolean on, String reason, String message, Instant now) {
        Instant seconds = now.truncatedTo(ChronoUnit.SECONDS);
        return new JobCondition(type, on, reason, message, seconds, seconds);
    }

    static JobCondition parse(Map<String, Object> tree) {
        Instant changed = Rfc3339.parse(Tree.text(tree, "lastTransitionTime")).orElse(Instant.EPOCH);
        return new JobCondition(
                Tree.text(tree, "type"),
                Tree.text(tree, "status").equals("True"),
                Tree.text(tree, "reason"),
                Tree.text(tree, "message"),
                Rfc3339.parse(Tree.text(tree, "lastProbeTime")).orElse(changed),
                changed);
    }

    /** The same fact as another type, from now on. */
    JobCondition as(String otherType, Instant now) {
        return of(otherType, true, reason, message, now);
    }

    static Optional<JobCondition> find(List<JobCondition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> condition.type.equals(type))
                .findFirst();
    }

    /** The list with this condition in it; one that is off is added only where it was on before. */
    static List<JobCondition> put(List<JobCondition> conditions, JobCondition condition) {
        List<JobCondition> changed = new ArrayList<>(conditions);
        for (int i = 0; i < changed.size(); i++) {
            JobCondition present = changed.get(i);
            if (present.type.equals(condition.type)) {
                if (!present.saysTheSameAs(condition)) {
                    changed.set(i, condition);
                }
                return changed;
            }
        }
        if (condition.on) {
            changed.add(condition);
        }
        return changed;
    }

    private boolean saysTheSameAs(JobCondition other) {
        return on == other.on && reason.equals(other.reason) && message.equals(other.message);
    }

    Map<String, Object> toTree() {
        Map<String, Object> tree = Tree.of("type", type, "status", on ? "True" : "False");
        tree.put("lastProbeTime", Times.format(probed));
        tree.put("lastTransitionTime", Times.format(changed));
        if (!reason.isEmpty()) {
            tree.put("reason", reason);
        }
        if (!message.isEmpty()) {
            tree.put("message", message);
        }
        return tree;
    }
}
