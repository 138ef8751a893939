package io.trainyard.launcher.upload;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.NodeViews;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How far a pod with one container is with its start. Pure.
 *
 * @param state one word
 * @param why it waits or cannot start; may be empty
 */
record PodStart(State state, String why) {
    enum State {
        WAITING,
        RUNNING,
        /** Nothing will come of it. */
        IMPOSSIBLE
    }

    /** What a kubelet tries again and again, and in vain unless somebody changes something. */
    private static final Set<String> HOPELESS = Set.of(
            "ImagePullBackOff",
            "InvalidImageName",
            "ErrImageNeverPull",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError");

    static PodStart of(Pod pod) {
        NodeView seen = NodeViews.of(pod);
        ContainerView container = seen.containers().get(0);
        String why = joined(container.reason(), container.message());
        if (seen.deleting()) {
            return new PodStart(State.IMPOSSIBLE, "somebody has deleted it");
        }
        if (seen.phase().equals("Failed") || seen.phase().equals("Succeeded")) {
            return new PodStart(State.IMPOSSIBLE, joined(seen.reason(), why.isEmpty() ? seen.message() : why));
        }
        if (container.state() == ContainerView.State.RUNNING) {
            return new PodStart(State.RUNNING, "");
        }
        return new PodStart(
                HOPELESS.contains(container.reason()) ? State.IMPOSSIBLE : State.WAITING,
                why.isEmpty() ? unscheduled(pod) : why);
    }

    private static String unscheduled(Pod pod) {
        return Stream.ofNullable(pod.getStatus())
                .flatMap(status -> status.getConditions().stream())
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .findFirst()
                .map(PodCondition::getMessage)
                .orElse("");
    }

    private static String joined(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + ": " + second;
    }
}
