package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Waiting;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes on a pod that an earlier kubelet has begun to run. Its processes ended with that kubelet, so what the status calls running is lost; what
 * had ended stays so. Pure.
 */
public final class Recovery {
    private static final String LOST = "ContainerStatusUnknown";
    private static final int LOST_CODE = 137;

    private Recovery() {}

    /** The pod as it goes on from here; the same as a fresh one when nothing of it has run. */
    public static PodState resume(PodSpec spec, RestartRules rules, Instant now) {
        Map<String, Object> status = Tree.child(spec.tree(), "status");
        PodState pod = PodState.fresh(spec, instant(status, "startTime", now));
        for (ContainerSpec container : spec.allContainers()) {
            pod = resume(pod, container, statusOf(status, container.name()), rules, now);
        }
        return pod;
    }

    private static Map<String, Object> statusOf(Map<String, Object> status, String name) {
        for (String field : List.of("initContainerStatuses", "containerStatuses")) {
            for (Map<String, Object> entry : Tree.objects(status, field)) {
                if (name.equals(entry.get("name"))) {
                    return entry;
                }
            }
        }
        return Map.of();
    }

    private static PodState resume(
            PodState pod, ContainerSpec container, Map<String, Object> status, RestartRules rules, Instant now) {
        Map<String, Object> state = Tree.child(status, "state");
        int restarts = (int) Tree.integer(0, status, "restartCount");
        Optional<Terminated> last = terminated(Tree.child(status, "lastState", "terminated"), now);
        Optional<Terminated> ended = terminated(Tree.child(state, "terminated"), now);
        ContainerStatus before = new ContainerStatus(
                new Waiting("ContainerCreating", ""), last, restarts, false, false, 0, Optional.of(now), false);
        if (ended.isPresent()) {
            return pod.with(container, current -> before.endedBefore(ended.get()));
        }
        if (state.containsKey("running")) {
            Terminated lost = new Terminated(
                    LOST_CODE,
                    0,
                    LOST,
                    "The container ended with the kubelet that ran it",
                    instant(Tree.child(state, "running"), "startedAt", now),
                    now,
                    Tree.text(status, "containerID"));
            PodState running = pod.with(container, current -> before.running(lost.startedAt(), lost.id(), true, true)
                    .countedBefore(restarts));
            return rules.ended(running, container, lost);
        }
        return last.isPresent() ? pod.with(container, current -> before) : pod;
    }

    private static Optional<Terminated> terminated(Map<String, Object> tree, Instant now) {
        return tree.isEmpty()
                ? Optional.empty()
                : Optional.of(new Terminated(
                        (int) Tree.integer(0, tree, "exitCode"),
                        (int) Tree.integer(0, tree, "signal"),
                        Tree.text(tree, "reason"),
                        Tree.text(tree, "message"),
                        instant(tree, "startedAt", now),
                        instant(tree, "finishedAt", now),
                        Tree.text(tree, "containerID")));
    }

    private static Instant instant(Map<String, Object> tree, String field, Instant defaultValue) {
        return Rfc3339.parse(Tree.text(tree, field)).orElse(defaultValue);
    }
}
