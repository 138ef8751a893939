package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.StepView;
import io.trainyard.foundation.time.Rfc3339;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the container that failed first over all pods of a job. Pure. */
public final class FirstFailure {
    private static final int MAX_LINES = 20;
    private static final int SIGKILL = 137;
    private static final int SIGTERM = 143;

    private record End(Pod pod, String container, boolean existed, ContainerStateTerminated state) {
        int exitCode() {
            return state.getExitCode() == null ? 0 : state.getExitCode();
        }

        /** A container that was never started gets an exit code when its pod fails as a whole; what it waited for says more. */
        boolean neverRan() {
            boolean waited = "ContainerStatusUnknown".equals(state.getReason())
                    || "CreateContainerConfigError".equals(state.getReason());
            return waited && !existed;
        }

        /** What is stopped because its pod is taken away has not failed by itself. */
        boolean isCollateral() {
            boolean stopped = exitCode() == SIGKILL || exitCode() == SIGTERM;
            return pod.getMetadata().getDeletionTimestamp() != null
                    && stopped
                    && !"OOMKilled".equals(state.getReason());
        }
    }

    private FirstFailure() {}

    /** The container that failed first; empty when none that is left has failed. */
    public static Optional<FailedContainer> of(JobObjects objects) {
        List<StepView> steps = JobDetails.steps(objects);
        List<NodeView> nodes = JobDetails.nodes(objects);
        return objects.pods().stream()
                .flatMap(FirstFailure::ends)
                .filter(end -> end.exitCode() != 0 && !end.neverRan())
                .min(Comparator.comparing(End::isCollateral)
                        .thenComparing(end -> finished(end.state()).orElse(Instant.MAX)))
                .map(end -> view(end, steps, nodes, objects));
    }

    private static Stream<End> ends(Pod pod) {
        @Nullable PodStatus status = pod.getStatus();
        if (status == null) {
            return Stream.empty();
        }
        List<ContainerStatus> all = new ArrayList<>(status.getInitContainerStatuses());
        all.addAll(status.getContainerStatuses());
        return all.stream().flatMap(container -> Stream.of(
                        Optional.ofNullable(container.getLastState()), Optional.ofNullable(container.getState()))
                .flatMap(state -> state.map(ContainerState::getTerminated).stream())
                .map(state -> new End(
                        pod,
                        container.getName(),
                        !Objects.requireNonNullElse(container.getContainerID(), "")
                                .isEmpty(),
                        state)));
    }

    private static FailedContainer view(End end, List<StepView> steps, List<NodeView> nodes, JobObjects objects) {
        String pod = end.pod().getMetadata().getName();
        Optional<NodeView> node =
                nodes.stream().filter(each -> each.pod().equals(pod)).findFirst();
        String step = node.map(NodeView::step).orElse("");
        boolean initializer = steps.stream()
                .anyMatch(each -> each.name().equals(step) && each.role().isInitializer());
        String reason = Objects.requireNonNullElse(end.state().getReason(), "");
        return new FailedContainer(
                step,
                node.map(NodeView::index).orElse(0),
                pod,
                end.container(),
                end.exitCode(),
                ExitCodes.meaning(end.exitCode(), reason, initializer),
                finished(end.state()),
                lastLines(end, objects));
    }

    private static List<String> lastLines(End end, JobObjects objects) {
        List<String> logged = objects.lastLines()
                .getOrDefault(JobObjects.logKey(end.pod().getMetadata().getName(), end.container()), List.of());
        List<String> lines = logged.isEmpty()
                ? Objects.requireNonNullElse(end.state().getMessage(), "")
                        .lines()
                        .toList()
                : logged;
        return lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size());
    }

    private static Optional<Instant> finished(ContainerStateTerminated state) {
        return Rfc3339.parse(state.getFinishedAt());
    }

    /** A sentence about it, without a stop at its end. */
    public static String sentence(FailedContainer failed) {
        return "container " + failed.container() + " of pod " + failed.pod() + " failed first, with " + exit(failed);
    }

    /** Its exit code in words. */
    static String exit(FailedContainer failed) {
        return "exit code " + failed.exitCode() + ": " + failed.meaning();
    }
}
