package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.controllers.jobset.Decision.Event;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The status of a JobSet while a reconcile works it out. Begins with what is recorded; belongs to one reconcile. */
final class StatusDraft {
    private static final String LAST_TRANSITION = "lastTransitionTime";

    private final Map<String, Object> recorded;
    private final List<Map<String, Object>> conditions = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final Map<String, ReplicatedJobStatus> states;
    private final Instant now;
    private long restarts;
    private long countedRestarts;
    private String terminalState;
    private boolean changed;

    StatusDraft(JobSet set, Map<String, ReplicatedJobStatus> states, Instant now) {
        this.recorded = set.status();
        this.states = new LinkedHashMap<>(states);
        this.now = now;
        Tree.objects(recorded, "conditions").forEach(condition -> conditions.add(Tree.copy(condition)));
        restarts = Tree.integer(0, recorded, "restarts");
        countedRestarts = Tree.integer(0, recorded, "restartsCountTowardsMax");
        terminalState = Tree.text(recorded, "terminalState");
        // The order of the entries means nothing, and other controllers write another one.
        changed = !ReplicatedJobStatus.recorded(set).equals(states);
    }

    Map<String, ReplicatedJobStatus> states() {
        return states;
    }

    /** Restarts that count towards the limit, those of single jobs among them. */
    long countedRestarts() {
        return countedRestarts
                + states.values().stream()
                        .flatMap(state -> state.countedRestarts().stream())
                        .mapToLong(Long::longValue)
                        .sum();
    }

    void restart(boolean counts) {
        restarts++;
        countedRestarts += counts ? 1 : 0;
        changed = true;
    }

    void restartJob(ChildJob job, int replicas, boolean counts) {
        states.computeIfPresent(job.replicatedJob(), (name, state) -> state.withRestart(job.index(), replicas, counts));
        changed = true;
    }

    void complete() {
        set("Completed", true, "AllJobsCompleted", "jobset completed successfully", false);
        setNotRestarting("JobSetCompleted", "jobset completed successfully");
        terminalState = "Completed";
    }

    void fail(String reason, String message) {
        set("Failed", true, reason, message, true);
        setNotRestarting("JobSetFailed", "jobset failed");
        terminalState = "Failed";
    }

    void setSuspended() {
        set("Suspended", true, "SuspendedJobs", "jobset is suspended", false);
        setNotRestarting("JobSetSuspended", "jobset is suspended");
    }

    void setResumed() {
        set("Suspended", false, "ResumeJobs", "jobset is resumed", false);
    }

    void setStarting() {
        set(
                "StartupPolicyInProgress",
                true,
                "InOrderStartupPolicyInProgress",
                "in order startup policy is in progress",
                false);
        clear("StartupPolicyCompleted");
    }

    void setStarted() {
        set(
                "StartupPolicyCompleted",
                true,
                "InOrderStartupPolicyCompleted",
                "in order startup policy has completed",
                false);
        clear("StartupPolicyInProgress");
    }

    void setRestarting(String reason, String message) {
        set("RestartingJobSet", true, reason, message, true);
    }

    void setNotRestarting(String reason, String message) {
        set("RestartingJobSet", false, reason, message, false);
    }

    void record(Event event) {
        events.add(event);
    }

    /**
     * Sets a condition as Kubernetes does: a new one is added only when it holds, none ever goes, and the transition time moves only when the status
     * flips.
     */
    private void set(String type, boolean holds, String reason, String message, boolean warning) {
        Optional<Map<String, Object>> known = find(type);
        if (known.isEmpty() && !holds) {
            return;
        }
        Map<String, Object> condition = known.orElseGet(() -> {
            Map<String, Object> added = Tree.of("type", type);
            conditions.add(added);
            return added;
        });
        String status = holds ? "True" : "False";
        boolean flips = !status.equals(condition.get("status"));
        if (!flips && reason.equals(condition.get("reason")) && message.equals(condition.get("message"))) {
            return;
        }
        condition.put("status", status);
        condition.put("reason", reason);
        condition.put("message", message);
        if (flips) {
            condition.put(LAST_TRANSITION, time());
        }
        changed = true;
        events.add(new Event(warning, reason, message));
    }

    /** Of two conditions that exclude each other, the other one; its reason and its message stay. */
    private void clear(String type) {
        find(type).filter(condition -> "True".equals(condition.get("status"))).ifPresent(condition -> {
            condition.put("status", "False");
            condition.put(LAST_TRANSITION, time());
            changed = true;
        });
    }

    private Optional<Map<String, Object>> find(String type) {
        return conditions.stream()
                .filter(condition -> type.equals(condition.get("type")))
                .findFirst();
    }

    private String time() {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    List<Event> events() {
        return events;
    }

    /** The whole status; empty when nothing is new. */
    Optional<Map<String, Object>> toTree() {
        if (!changed) {
            return Optional.empty();
        }
        Map<String, Object> tree = Tree.copy(recorded);
        if (!conditions.isEmpty()) {
            tree.put("conditions", new ArrayList<Object>(conditions));
        }
        tree.put("restarts", restarts);
        if (countedRestarts > 0) {
            tree.put("restartsCountTowardsMax", countedRestarts);
        }
        if (!terminalState.isEmpty()) {
            tree.put("terminalState", terminalState);
        }
        List<Object> items = new ArrayList<>();
        states.values().forEach(state -> items.add(state.toTree()));
        tree.put("replicatedJobsStatus", items);
        return Optional.of(tree);
    }
}
