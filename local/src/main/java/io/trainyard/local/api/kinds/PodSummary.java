package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One word for how a pod is doing, as kubectl shows it. Pure. */
final class PodSummary {
    private static final String COMPLETED = "Completed";

    private PodSummary() {}

    static String of(Map<String, Object> pod) {
        boolean over = List.of("Succeeded", "Failed").contains(Tree.text(pod, "status", "phase"));
        if (Tree.at(pod, "metadata", "deletionTimestamp") != null && !over) {
            return Tree.text(pod, "status", "reason").equals("NodeLost") ? "Unknown" : "Terminating";
        }
        Optional<String> initializing = initializing(pod);
        return initializing.isPresent() && !BuiltInColumns.holds(pod, "Initialized")
                ? initializing.get()
                : ofContainers(pod, initializing.orElseGet(() -> ofPod(pod)));
    }

    private static String ofPod(Map<String, Object> pod) {
        boolean gated = Tree.objects(pod, "status", "conditions").stream()
                .anyMatch(condition -> Tree.text(condition, "type").equals("PodScheduled")
                        && Tree.text(condition, "reason").equals("SchedulingGated"));
        String reason = Tree.text(pod, "status", "reason");
        return gated ? "SchedulingGated" : reason.isEmpty() ? Tree.text(pod, "status", "phase") : reason;
    }

    /** The first init container that is not done; empty when all are. */
    private static Optional<String> initializing(Map<String, Object> pod) {
        List<Map<String, Object>> statuses = Tree.objects(pod, "status", "initContainerStatuses");
        for (int i = 0; i < statuses.size(); i++) {
            Map<String, Object> status = statuses.get(i);
            Map<String, Object> terminated = Tree.child(status, "state", "terminated");
            boolean done = terminated.isEmpty()
                    ? isSidecar(pod, status) && Tree.flag(status, "started")
                    : Tree.integer(0, terminated, "exitCode") == 0;
            if (!done) {
                String waiting = Tree.text(status, "state", "waiting", "reason");
                return Optional.of("Init:"
                        + (!terminated.isEmpty()
                                ? end(terminated)
                                : waiting.isEmpty() || waiting.equals("PodInitializing")
                                        ? i + "/"
                                                + Tree.list(pod, "spec", "initContainers")
                                                        .size()
                                        : waiting));
            }
        }
        return Optional.empty();
    }

    /** Whether a container status is of an init container that goes on beside the others. */
    static boolean isSidecar(Map<String, Object> pod, Map<String, Object> status) {
        return Tree.objects(pod, "spec", "initContainers").stream()
                .anyMatch(container -> Tree.text(container, "name").equals(Tree.text(status, "name"))
                        && Tree.text(container, "restartPolicy").equals("Always"));
    }

    /** What the first container has to tell that has anything; one that runs well makes that of the others unimportant. */
    private static String ofContainers(Map<String, Object> pod, String otherwise) {
        String told = otherwise;
        boolean runs = false;
        List<Map<String, Object>> statuses = Tree.objects(pod, "status", "containerStatuses");
        for (int i = statuses.size() - 1; i >= 0; i--) {
            Map<String, Object> state = Tree.child(statuses.get(i), "state");
            String waiting = Tree.text(state, "waiting", "reason");
            if (!waiting.isEmpty()) {
                told = waiting;
            } else if (Tree.at(state, "terminated") != null) {
                told = end(Tree.child(state, "terminated"));
            }
            runs |= Tree.at(state, "running") != null && Tree.flag(statuses.get(i), "ready");
        }
        if (told.equals(COMPLETED) && runs) {
            return BuiltInColumns.holds(pod, "Ready") ? "Running" : "NotReady";
        }
        return told;
    }

    private static String end(Map<String, Object> terminated) {
        String reason = Tree.text(terminated, "reason");
        long signal = Tree.integer(0, terminated, "signal");
        return !reason.isEmpty()
                ? reason
                : signal != 0 ? "Signal:" + signal : "ExitCode:" + Tree.integer(0, terminated, "exitCode");
    }
}
