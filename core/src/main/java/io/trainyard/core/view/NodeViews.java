package io.trainyard.core.view;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.trainyard.foundation.time.Rfc3339;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what is shown of a pod. Pure. */
public final class NodeViews {
    private static final String REPLICATED_JOB = "jobset.sigs.k8s.io/replicatedjob-name";
    private static final String JOB_INDEX = "jobset.sigs.k8s.io/job-index";
    private static final String RESTART_ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";
    private static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";

    private NodeViews() {}

    /** A pod as it is shown. */
    public static NodeView of(Pod pod) {
        PodStatus status = Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
        PodSpec spec = Objects.requireNonNullElseGet(pod.getSpec(), PodSpec::new);
        Map<String, String> labels =
                Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of());
        @Nullable String index = labels.get(COMPLETION_INDEX);
        if (index == null && pod.getMetadata().getAnnotations() != null) {
            index = pod.getMetadata().getAnnotations().get(COMPLETION_INDEX);
        }
        return new NodeView(
                text(labels.get(REPLICATED_JOB)),
                Numbers.ofText(labels.get(JOB_INDEX)),
                Numbers.ofText(index),
                Numbers.ofText(labels.get(RESTART_ATTEMPT)),
                text(pod.getMetadata().getName()),
                text(pod.getMetadata().getUid()),
                status.getPhase() == null || status.getPhase().isEmpty() ? "Pending" : status.getPhase(),
                text(status.getReason()),
                text(status.getMessage()),
                Optional.ofNullable(spec.getNodeName()).filter(host -> !host.isEmpty()),
                isTrue(status, "Ready"),
                pod.getMetadata().getDeletionTimestamp() != null,
                Rfc3339.parse(pod.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH),
                condition(status, "PodScheduled")
                        .filter(scheduled -> "True".equals(scheduled.getStatus()))
                        .flatMap(scheduled -> Rfc3339.parse(scheduled.getLastTransitionTime())),
                containers(spec, status));
    }

    private static boolean isTrue(PodStatus status, String type) {
        return condition(status, type)
                .filter(condition -> "True".equals(condition.getStatus()))
                .isPresent();
    }

    /** The condition of that type. */
    static Optional<PodCondition> condition(PodStatus status, String type) {
        return status.getConditions().stream()
                .filter(condition -> type.equals(condition.getType()))
                .findFirst();
    }

    private static List<ContainerView> containers(PodSpec spec, PodStatus status) {
        List<ContainerView> views = new ArrayList<>();
        spec.getInitContainers().forEach(each -> views.add(of(each, true, status.getInitContainerStatuses())));
        spec.getContainers().forEach(each -> views.add(of(each, false, status.getContainerStatuses())));
        return views;
    }

    private static ContainerView of(Container container, boolean initial, List<ContainerStatus> statuses) {
        String image = text(container.getImage());
        return statuses.stream()
                .filter(status -> container.getName().equals(status.getName()))
                .findFirst()
                .map(status -> of(container.getName(), initial, image, status))
                .orElseGet(() -> new ContainerView(
                        container.getName(),
                        initial,
                        image,
                        ContainerView.State.WAITING,
                        "",
                        "",
                        Optional.empty(),
                        0,
                        Optional.empty(),
                        Optional.empty()));
    }

    /** Of a container that is started again, the last end tells more than why it waits. */
    private static ContainerView of(String name, boolean initial, String image, ContainerStatus status) {
        ContainerState state = Objects.requireNonNullElseGet(status.getState(), ContainerState::new);
        Optional<ContainerStateTerminated> end = Optional.ofNullable(state.getTerminated())
                .or(() -> Optional.ofNullable(status.getLastState()).map(ContainerState::getTerminated));
        Optional<ContainerStateWaiting> waiting = Optional.ofNullable(state.getWaiting());
        boolean runs = state.getRunning() != null;
        ContainerView.State now = state.getTerminated() != null
                ? ContainerView.State.ENDED
                : runs ? ContainerView.State.RUNNING : ContainerView.State.WAITING;
        return new ContainerView(
                name,
                initial,
                image,
                now,
                text(waiting.map(ContainerStateWaiting::getReason)
                        .or(() -> end.map(ContainerStateTerminated::getReason))
                        .orElse("")),
                text(end.map(ContainerStateTerminated::getMessage)
                        .or(() -> waiting.map(ContainerStateWaiting::getMessage))
                        .orElse("")),
                end.map(ContainerStateTerminated::getExitCode),
                Numbers.orZero(status.getRestartCount()),
                runs
                        ? Rfc3339.parse(state.getRunning().getStartedAt())
                        : end.flatMap(ended -> Rfc3339.parse(ended.getStartedAt())),
                end.flatMap(ended -> Rfc3339.parse(ended.getFinishedAt())));
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
