package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import java.util.Map;

/** One word for how a pod is doing. */
final class PodSummary {
    private PodSummary() {}

    static String of(Map<String, Object> pod) {
        if (Tree.at(pod, "metadata", "deletionTimestamp") != null) {
            return "Terminating";
        }
        String summary = Tree.text(pod, "status", "reason");
        for (Map<String, Object> status : Tree.objects(pod, "status", "initContainerStatuses")) {
            String reason = reason(status);
            if (!reason.isEmpty() && Tree.integer(0, status, "state", "terminated", "exitCode") != 0) {
                return "Init:" + reason;
            }
        }
        for (Map<String, Object> status : Tree.objects(pod, "status", "containerStatuses")) {
            String reason = reason(status);
            summary = summary.isEmpty() ? reason : summary;
        }
        return summary.isEmpty() ? Tree.text(pod, "status", "phase") : summary;
    }

    private static String reason(Map<String, Object> status) {
        String waiting = Tree.text(status, "state", "waiting", "reason");
        return waiting.isEmpty() ? Tree.text(status, "state", "terminated", "reason") : waiting;
    }
}
