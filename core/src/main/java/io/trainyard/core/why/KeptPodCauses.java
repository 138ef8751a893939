package io.trainyard.core.why;

import io.trainyard.core.compile.TrainerTargets;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.StepView;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the training in a pod has ended well and another container keeps the pod. Pure. */
final class KeptPodCauses {
    /** A container that collects what the training has left may need a while for that. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private record Kept(NodeView node, ContainerView training, ContainerView keeper) {
        Instant since() {
            return training.ended().orElseThrow();
        }
    }

    private KeptPodCauses() {}

    static Optional<Cause> of(Situation situation) {
        if (situation.trains()) {
            return Optional.empty();
        }
        List<Kept> kept = situation.steps().stream()
                .flatMap(step -> situation.nodes().stream()
                        .filter(node -> node.step().equals(step.name()))
                        .flatMap(node -> kept(step, node)))
                .sorted(Comparator.comparing(Kept::since))
                .toList();
        return kept.isEmpty() ? Optional.empty() : Optional.of(cause(situation, kept));
    }

    private static Stream<Kept> kept(StepView step, NodeView node) {
        List<String> names =
                switch (step.role()) {
                    case TRAINER -> TrainerTargets.NODE_CONTAINERS;
                    case LAUNCHER -> TrainerTargets.LAUNCHER_CONTAINERS;
                    default -> List.of();
                };
        List<ContainerView> regular = node.containers().stream()
                .filter(container -> !container.initial())
                .toList();
        Optional<ContainerView> training = names.stream()
                .flatMap(name ->
                        regular.stream().filter(container -> container.name().equals(name)))
                .findFirst()
                .filter(KeptPodCauses::hasEndedWell);
        return training.stream().flatMap(ended -> regular.stream()
                .filter(container -> container.state() == ContainerView.State.RUNNING)
                .limit(1)
                .map(keeper -> new Kept(node, ended, keeper)));
    }

    private static boolean hasEndedWell(ContainerView container) {
        return container.state() == ContainerView.State.ENDED
                && !container.hasFailed()
                && container.ended().isPresent();
    }

    private static String words(List<NodeView> nodes, String keeper) {
        return "training in " + Situation.named(nodes) + " has succeeded, but " + keeper + " still runs";
    }

    private static Cause cause(Situation situation, List<Kept> kept) {
        Kept first = kept.get(0);
        String keeper = "container " + first.keeper().name();
        String evidence = "container " + first.training().name() + " of pod "
                + first.node().pod() + " ended well " + situation.ago(first.since());
        Duration waited = Duration.between(first.since(), situation.objects().now());
        if (waited.compareTo(PATIENCE) < 0) {
            return Cause.of(Cause.Kind.ENDING, words(List.of(first.node()), keeper), List.of(evidence), "");
        }
        return Cause.of(
                Cause.Kind.POD_KEPT,
                words(kept.stream().map(Kept::node).toList(), keeper),
                List.of(evidence),
                "make " + keeper
                        + " a native sidecar, an init container with restartPolicy: Always, which Kubernetes ends with the training; or let it"
                        + " end by itself");
    }
}
