package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.NodeView;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether no machine takes a pod, or not all pods of a gang. Pure. */
final class SchedulingCauses {
    /** What a plugin calls the event by which it tells of a PodGroup that waits. */
    static final String GANG_EVENT = "GangUnschedulable";

    /** Words by which schedulers say that a pod waits for the others of its gang. */
    private static final LinearPattern GANG =
            LinearPattern.of("(?i)pod ?group|\\bgang\\b|sibling pods|resource gap: map|minMember|minAvailable");

    private static final LinearPattern GAP =
            LinearPattern.of("(?:^|[^-A-Za-z0-9_./])([A-Za-z0-9][-A-Za-z0-9_./]*):\\{\\{");

    private SchedulingCauses() {}

    static Optional<Cause> of(Situation situation) {
        if (situation.trains()) {
            return Optional.empty();
        }
        List<NodeView> waiting = situation.nodes().stream()
                .filter(node ->
                        node.phase().equals("Pending") && node.scheduled().isEmpty())
                .toList();
        List<NodeView> gated = with(situation, waiting, "SchedulingGated");
        List<NodeView> unplaced = with(situation, waiting, "Unschedulable");
        Optional<String> ofGroup = PodGroups.problem(situation).or(() -> ofEvent(situation));
        if (unplaced.isEmpty()) {
            return gated.isEmpty()
                    ? ofGroup.filter(told ->
                                    !waiting.isEmpty() || situation.nodes().isEmpty())
                            .map(told -> gang(situation, List.of(told)))
                    : Optional.of(gated(situation, gated));
        }
        List<String> words = unplaced.stream()
                .flatMap(node -> SchedulerWords.of(situation.objects(), node).stream())
                .distinct()
                .toList();
        if (ofGroup.isPresent() || words.stream().anyMatch(text -> GANG.isFoundIn(text))) {
            List<String> evidence = Stream.concat(ofGroup.stream(), words.stream())
                    .distinct()
                    .limit(4)
                    .toList();
            return Optional.of(gang(situation, evidence));
        }
        return Optional.of(unschedulable(situation, unplaced, words));
    }

    /** A plugin has read the PodGroup already, where nobody else has. */
    private static Optional<String> ofEvent(Situation situation) {
        return situation
                .warnings(List.of("TrainJob"))
                .filter(event -> event.reason().equals(GANG_EVENT))
                .findFirst()
                .map(EventView::message);
    }

    private static List<NodeView> with(Situation situation, List<NodeView> waiting, String reason) {
        return waiting.stream()
                .filter(node -> SchedulerWords.condition(situation.objects(), node)
                        .map(PodCondition::getReason)
                        .filter(reason::equals)
                        .isPresent())
                .toList();
    }

    private static Cause gated(Situation situation, List<NodeView> gated) {
        Optional<Pod> pod = pod(situation, gated.get(0));
        String gates = pod.map(found -> found.getSpec().getSchedulingGates().stream()
                        .map(gate -> gate.getName())
                        .collect(Collectors.joining(", ")))
                .orElse("");
        return Cause.of(
                Cause.Kind.QUEUED,
                Situation.named(gated) + " may not be scheduled before the gate " + gates + " is taken away",
                List.of(),
                "look at who sets this gate: it takes it away when the pod may start");
    }

    private static Cause gang(Situation situation, List<String> evidence) {
        long placed = situation.nodes().stream()
                .filter(node -> node.host().isPresent())
                .count();
        int all = situation.nodes().size();
        Optional<NodeConstraints> constraints = evidence.stream()
                .flatMap(text -> NodeConstraints.of(text).stream())
                .findFirst();
        String because = constraints
                .map(found -> ": of " + found.total() + " machines " + found.sentence())
                .or(() -> missing(evidence))
                .orElse("");
        return Cause.of(
                Cause.Kind.GANG_INCOMPLETE,
                "its pods start all together or not at all, and there is room for "
                        + (all == 0 || placed == 0 ? "too few of them" : placed + " of " + all) + because,
                evidence,
                "wait until enough is free, ask for fewer or smaller nodes, or add machines");
    }

    /** The coscheduling plugin names the resources of which a whole gang has too little, in the form in which Go prints them. */
    private static Optional<String> missing(List<String> evidence) {
        return evidence.stream()
                .filter(text -> text.contains("resource gap: map["))
                .findFirst()
                .map(text -> String.join(", ", GAP.groupsIn(text.substring(text.indexOf("resource gap: map[")))))
                .filter(names -> !names.isEmpty())
                .map(names -> ": all machines together have too little " + names + " free");
    }

    private static Cause unschedulable(Situation situation, List<NodeView> unplaced, List<String> words) {
        NodeView first = unplaced.get(0);
        Optional<NodeConstraints> constraints = words.stream()
                .flatMap(text -> NodeConstraints.of(text).stream())
                .findFirst();
        List<String> evidence = new ArrayList<>();
        constraints
                .flatMap(found -> found.constraints().stream()
                        .flatMap(constraint -> constraint.resource().stream())
                        .findFirst())
                .flatMap(resource -> asked(situation, first, resource))
                .ifPresent(evidence::add);
        constraints
                .filter(found -> found.constraints().stream().anyMatch(NodeConstraints.Constraint::isSelected))
                .flatMap(found -> selected(situation, first))
                .ifPresent(evidence::add);
        constraints
                .filter(found -> found.constraints().stream().anyMatch(NodeConstraints.Constraint::isOfUnnamedTaints))
                .flatMap(found -> pod(situation, first))
                .map(pod -> Taints.untolerated(pod, situation.objects().machines()))
                .ifPresent(lines -> lines.stream().limit(3).forEach(evidence::add));
        words.stream().limit(3).forEach(evidence::add);
        if (constraints.isEmpty()) {
            return Cause.of(
                    Cause.Kind.UNSCHEDULABLE,
                    Situation.named(unplaced) + " cannot be placed on any machine",
                    evidence,
                    "do what the scheduler's message says");
        }
        NodeConstraints found = constraints.get();
        String sentence = found.constraints().isEmpty() ? "there is none" : found.sentence();
        return Cause.of(
                Cause.Kind.UNSCHEDULABLE,
                "no machine takes " + Situation.named(unplaced) + ": of " + found.total() + ", " + sentence,
                evidence,
                advice(found));
    }

    private static Optional<String> asked(Situation situation, NodeView node, String resource) {
        List<String> amounts = pod(situation, node).stream()
                .flatMap(pod -> pod.getSpec().getContainers().stream())
                .flatMap(container -> amount(container, resource).stream())
                .toList();
        return amounts.isEmpty()
                ? Optional.empty()
                : Optional.of("pod " + node.pod() + " asks for " + String.join(" + ", amounts) + " " + resource);
    }

    private static Optional<String> selected(Situation situation, NodeView node) {
        return pod(situation, node)
                .map(pod -> pod.getSpec().getNodeSelector())
                .filter(labels -> !labels.isEmpty())
                .map(labels -> "pod " + node.pod() + " goes only to machines with the labels "
                        + new TreeMap<>(labels)
                                .entrySet().stream()
                                        .map(label -> label.getKey() + "=" + label.getValue())
                                        .collect(Collectors.joining(", ")));
    }

    private static Optional<String> amount(Container container, String resource) {
        return Optional.ofNullable(container.getResources())
                .map(resources -> {
                    @Nullable Map<String, Quantity> requests = resources.getRequests();
                    return requests == null || requests.isEmpty() ? resources.getLimits() : requests;
                })
                .map(amounts -> amounts.get(resource))
                .map(Objects::toString);
    }

    private static Optional<Pod> pod(Situation situation, NodeView node) {
        return situation.objects().pods().stream()
                .filter(pod -> node.pod().equals(pod.getMetadata().getName()) && pod.getSpec() != null)
                .findFirst();
    }

    private static String advice(NodeConstraints found) {
        if (found.constraints().isEmpty()) {
            return "add machines";
        }
        NodeConstraints.Constraint most = found.constraints().get(0);
        if (most.resource().isPresent()) {
            return "wait until enough " + most.resource().get()
                    + " is free, ask for less of it, or add machines; who uses what: kubectl describe nodes";
        }
        if (most.words().contains("taint")) {
            return "add a toleration by spec.podTemplateOverrides or to the runtime, or take the taint away: kubectl get nodes -o"
                    + " custom-columns=NAME:.metadata.name,TAINTS:.spec.taints";
        }
        return most.isSelected()
                ? "compare the node selector and affinity of the pod with the labels of the machines: kubectl get nodes --show-labels"
                : "change what the pod asks for, or add machines";
    }
}
