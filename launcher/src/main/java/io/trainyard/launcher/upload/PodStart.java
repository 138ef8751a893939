package io.trainyard.launcher.upload;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
        PodStatus status = pod.getStatus();
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            return new PodStart(State.IMPOSSIBLE, "somebody has deleted it");
        }
        if (status == null) {
            return new PodStart(State.WAITING, "");
        }
        Optional<ContainerState> container =
                status.getContainerStatuses().stream().findFirst().map(ContainerStatus::getState);
        if ("Failed".equals(status.getPhase()) || "Succeeded".equals(status.getPhase())) {
            return new PodStart(State.IMPOSSIBLE, joined(status.getReason(), ended(container, status.getMessage())));
        }
        if (container.isPresent() && container.get().getRunning() != null) {
            return new PodStart(State.RUNNING, "");
        }
        Optional<PodStart> waiting = container
                .map(ContainerState::getWaiting)
                .map(state -> new PodStart(
                        HOPELESS.contains(String.valueOf(state.getReason())) ? State.IMPOSSIBLE : State.WAITING,
                        joined(state.getReason(), state.getMessage())));
        return waiting.orElseGet(() -> new PodStart(State.WAITING, unscheduled(status)));
    }

    private static String ended(Optional<ContainerState> container, @Nullable String otherwise) {
        return container
                .map(ContainerState::getTerminated)
                .map(end -> joined(end.getReason(), end.getMessage()))
                .filter(text -> !text.isEmpty())
                .orElse(otherwise == null ? "" : otherwise);
    }

    private static String unscheduled(PodStatus status) {
        return status.getConditions().stream()
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .findFirst()
                .map(PodCondition::getMessage)
                .orElse("");
    }

    private static String joined(@Nullable String reason, @Nullable String message) {
        String first = reason == null ? "" : reason;
        String second = message == null ? "" : message;
        return first.isEmpty() || second.isEmpty() ? first + second : first + ": " + second;
    }
}
