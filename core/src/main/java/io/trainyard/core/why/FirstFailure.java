package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.KeptRun;
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

/** Finds the container that failed first over all pods of a job: the one whose error the others follow from, where that is known. Pure. */
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

    /**
     * The container that failed first; empty when none that is left has failed. Where somebody has read all logs, they say it better than the times do: who waits for a
     * process that has failed often ends before it.
     */
    public static Optional<FailedContainer> of(JobObjects objects) {
        List<StepView> steps = JobDetails.steps(objects);
        List<NodeView> nodes = JobDetails.nodes(objects);
        Optional<KeptRun.RootCause> gone = objects.kept()
                .flatMap(KeptRun::rootCause)
                .filter(cause -> objects.pods().stream()
                        .flatMap(FirstFailure::ends)
                        .noneMatch(end -> isOf(cause, end) && end.exitCode() != 0));
        if (gone.isPresent()) {
            return gone.map(FirstFailure::stopped);
        }
        return objects.pods().stream()
                .flatMap(FirstFailure::ends)
                .filter(end -> end.exitCode() != 0 && !end.neverRan())
                .min(Comparator.comparing((End end) -> rootCause(end, objects).isEmpty())
                        .thenComparing(End::isCollateral)
                        .thenComparing(end -> finished(end.state()).orElse(Instant.MAX)))
                .map(end -> view(end, steps, nodes, objects));
    }

    private static Optional<KeptRun.RootCause> rootCause(End end, JobObjects objects) {
        return objects.kept().flatMap(KeptRun::rootCause).filter(cause -> isOf(cause, end));
    }

    private static boolean isOf(KeptRun.RootCause cause, End end) {
        return cause.pod().equals(end.pod().getMetadata().getName())
                && cause.container().equals(end.container());
    }

    /** Where one process has failed, what waits for it may end sooner than the program around it; then that is stopped, and its pod goes. */
    private static FailedContainer stopped(KeptRun.RootCause cause) {
        return new FailedContainer(
                cause.step(),
                cause.node(),
                cause.pod(),
                cause.container(),
                0,
                "it was stopped before it had ended by itself",
                Optional.empty(),
                cause.lines()
                        .subList(
                                Math.max(0, cause.lines().size() - MAX_LINES),
                                cause.lines().size()));
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
        List<String> written =
                rootCause(end, objects).map(KeptRun.RootCause::lines).orElse(logged);
        List<String> lines = written.isEmpty()
                ? Objects.requireNonNullElse(end.state().getMessage(), "")
                        .lines()
                        .toList()
                : written;
        return lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size());
    }

    private static Optional<Instant> finished(ContainerStateTerminated state) {
        return Rfc3339.parse(state.getFinishedAt());
    }

    /** A sentence about it, without a stop at its end. */
    public static String sentence(FailedContainer failed) {
        return "container " + failed.container() + " of pod " + failed.pod() + " failed first"
                + (failed.exitCode() == 0 ? ": " + failed.meaning() : ", with " + exit(failed));
    }

    /** Its exit code in words. */
    static String exit(FailedContainer failed) {
        return "exit code " + failed.exitCode() + ": " + failed.meaning();
    }
}
