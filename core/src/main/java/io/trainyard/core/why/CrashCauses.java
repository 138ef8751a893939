package io.trainyard.core.why;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.NodeView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether a job that has not ended fails again and again. Pure. */
final class CrashCauses {
    /** A container that has been running for longer since its last failure has got over it. */
    private static final Duration SETTLED = Duration.ofMinutes(10);

    private static final String BACK_OFF = "CrashLoopBackOff";
    private static final List<String> NEVER_STARTED =
            List.of("CreateContainerError", "RunContainerError", "StartError", "ContainerCannotRun");

    private record Culprit(NodeView node, ContainerView container) {
        boolean is(FailedContainer failed) {
            return failed.pod().equals(node.pod()) && failed.container().equals(container.name());
        }
    }

    private CrashCauses() {}

    static Optional<Cause> of(Situation situation) {
        Optional<FailedContainer> first = FirstFailure.of(situation.objects());
        // Containers beside it often fail because it did.
        return situation.nodes().stream()
                .flatMap(node -> node.containers().stream().map(container -> new Culprit(node, container)))
                .filter(each -> isCrashing(each, situation.objects().now()))
                .max(Comparator.comparing(
                                (Culprit each) -> first.filter(each::is).isPresent())
                        .thenComparingInt(each -> each.container().restarts()))
                .map(found -> cause(situation, found, first));
    }

    private static boolean isCrashing(Culprit each, Instant now) {
        ContainerView container = each.container();
        return switch (container.state()) {
            case WAITING -> container.reason().equals(BACK_OFF) || NEVER_STARTED.contains(container.reason());
            case RUNNING ->
                container.restarts() > 0
                        && container.hasFailed()
                        && container
                                .started()
                                .filter(started ->
                                        Duration.between(started, now).compareTo(SETTLED) < 0)
                                .isPresent()
                        && container.restarts() > 1;
            case ENDED -> container.hasFailed();
        };
    }

    private static Cause cause(Situation situation, Culprit culprit, Optional<FailedContainer> first) {
        ContainerView container = culprit.container();
        List<String> evidence = new ArrayList<>();
        if (!container.message().isEmpty()) {
            evidence.add(container.message());
        }
        container.ended().ifPresent(ended -> evidence.add("last failed " + situation.ago(ended)));
        if (NEVER_STARTED.contains(container.reason())) {
            return new Cause(
                    Cause.Kind.CRASHING,
                    "container " + container.name() + " of pod "
                            + culprit.node().pod() + " cannot be started: " + container.reason(),
                    evidence,
                    "look at the command in spec.trainer and at what the image holds",
                    first);
        }
        String times = container.restarts() == 0
                ? "has failed"
                : "has failed " + (container.restarts() + (container.state() == ContainerView.State.ENDED ? 1 : 0))
                        + " times";
        String how = first.map(failed ->
                        ": " + (culprit.is(failed) ? FirstFailure.exit(failed) : FirstFailure.sentence(failed)))
                .orElse("");
        String next = container.reason().equals(BACK_OFF) ? " and waits to be started again" : "";
        return new Cause(
                Cause.Kind.CRASHING,
                "container " + container.name() + " of pod " + culprit.node().pod() + " " + times + next + how,
                evidence,
                first.map(failed -> EndCauses.advice(situation, failed)).orElse("read the lines that it wrote last"),
                first);
    }
}
