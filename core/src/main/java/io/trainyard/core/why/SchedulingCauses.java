package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.NodeView;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.regex.PlainText;
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
    /** Words by which schedulers say that a pod waits for the others of its gang. */
    private static final LinearPattern GANG =
            LinearPattern.of("(?i)pod ?group|\\bgang\\b|sibling pods|resource gap: map|minMember|minAvailable");

    private static final String GATED = "SchedulingGated";

    /** Letters of the scheduler's words that a sentence takes in. */
    private static final int MAX_WORDS = 400;

    private SchedulingCauses() {}

    static Optional<Cause> of(Situation situation) {
        List<NodeView> waiting = situation.nodes().stream()
                .filter(node ->
                        node.phase().equals("Pending") && node.scheduled().isEmpty())
                .toList();
        if (situation.trains() || (waiting.isEmpty() && !situation.nodes().isEmpty())) {
            return Optional.empty();
        }
        if (GangCauses.isUnsettled(situation)) {
            return seen(situation, waiting, true);
        }
        Optional<Cause> seen = seen(situation, waiting, false);
        return GangCauses.ofController(situation, seen).or(() -> seen);
    }

    private static Optional<Cause> seen(Situation situation, List<NodeView> waiting, boolean unsettled) {
        List<NodeView> gated = waiting.stream()
                .filter(node -> reason(situation, node).filter(GATED::equals).isPresent())
                .toList();
        List<NodeView> unplaced = waiting.stream()
                .filter(node -> reason(situation, node)
                        .filter(reason -> !reason.equals(GATED))
                        .isPresent())
                .toList();
        List<String> ofGroup = unsettled ? List.of() : GangCauses.words(situation);
        if (unplaced.isEmpty()) {
            return gated.isEmpty()
                    ? Optional.of(ofGroup)
                            .filter(words -> !words.isEmpty())
                            .map(words -> GangCauses.of(situation, waiting, evidence(words, List.of())))
                    : Optional.of(gated(situation, gated));
        }
        List<String> words = unplaced.stream()
                .flatMap(node -> SchedulerWords.of(situation.objects(), node).stream())
                .distinct()
                .toList();
        boolean ofGang = !ofGroup.isEmpty() || words.stream().anyMatch(text -> GANG.isFoundIn(text));
        if (!ofGang) {
            return unsettled && membership(situation, unplaced).isPresent()
                    ? Optional.empty()
                    : Optional.of(unschedulable(situation, unplaced, words));
        }
        return unsettled ? Optional.empty() : Optional.of(GangCauses.of(situation, unplaced, evidence(ofGroup, words)));
    }

    private static List<String> evidence(List<String> ofGroup, List<String> ofPods) {
        return Stream.concat(ofGroup.stream(), ofPods.stream())
                .distinct()
                .limit(5)
                .toList();
    }

    /** The gang to which the first of them belongs. */
    static Optional<GangMembership> membership(Situation situation, List<NodeView> nodes) {
        return nodes.stream().findFirst().flatMap(node -> pod(situation, node)).flatMap(GangMembership::of);
    }

    /** Why a pod is not placed, in the scheduler's one word. */
    private static Optional<String> reason(Situation situation, NodeView node) {
        return SchedulerWords.condition(situation.objects(), node).map(PodCondition::getReason);
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
        String claims = claims(situation, first, words);
        if (constraints.isEmpty()) {
            return Cause.of(
                    Cause.Kind.UNSCHEDULABLE,
                    Situation.named(unplaced) + " cannot be placed on any machine"
                            + words.stream()
                                    .findFirst()
                                    .map(text -> ": " + PlainText.withoutEnd(cut(text.strip()), "."))
                                    .orElse("")
                            + claims,
                    evidence,
                    "do what the scheduler's message says");
        }
        NodeConstraints found = constraints.get();
        String sentence = found.constraints().isEmpty() ? "there is none" : found.sentence();
        return Cause.of(
                Cause.Kind.UNSCHEDULABLE,
                "no machine takes " + Situation.named(unplaced) + ": of " + found.total() + ", " + sentence + claims,
                evidence,
                advice(found));
    }

    private static String cut(String words) {
        return words.length() > MAX_WORDS ? words.substring(0, MAX_WORDS) + "…" : words;
    }

    /** The scheduler does not name the claims that it cannot allocate. */
    private static String claims(Situation situation, NodeView node, List<String> words) {
        boolean told = words.stream()
                .anyMatch(
                        text -> text.contains("claims") && !text.contains("unbound immediate PersistentVolumeClaims"));
        List<String> names = pod(situation, node).stream()
                .filter(pod -> told)
                .flatMap(pod -> pod.getSpec().getResourceClaims().stream().map(claim -> name(pod, claim)))
                .toList();
        return names.isEmpty() ? "" : "; it asks for the ResourceClaims " + String.join(", ", names);
    }

    private static String name(Pod pod, PodResourceClaim claim) {
        return pod.getStatus().getResourceClaimStatuses().stream()
                .filter(made -> claim.getName().equals(made.getName()) && made.getResourceClaimName() != null)
                .map(made -> claim.getName() + " (" + made.getResourceClaimName() + ")")
                .findFirst()
                .or(() -> Optional.ofNullable(claim.getResourceClaimName())
                        .map(claimed -> claim.getName() + " (" + claimed + ")"))
                .or(() -> Optional.ofNullable(claim.getResourceClaimTemplateName())
                        .map(template -> claim.getName() + " (of template " + template + ")"))
                .orElse(claim.getName());
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
            return ForAdministrators.advice(
                    "wait until enough " + most.resource().get()
                            + " is free, ask for less of it, add machines, or see who uses what",
                    "kubectl describe nodes");
        }
        if (most.words().contains("taint")) {
            return ForAdministrators.advice(
                    "add a toleration by spec.podTemplateOverrides or to the runtime, or take the taint away",
                    "kubectl get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints");
        }
        if (most.words().contains("claims")) {
            return ForAdministrators.advice(
                    "wait until the devices are free, ask for fewer, or see what drivers offer",
                    "kubectl get resourceclaims,resourceslices -A");
        }
        return most.isSelected()
                ? ForAdministrators.advice(
                        "compare the node selector and affinity of the pod with the labels of the machines",
                        "kubectl get nodes --show-labels")
                : "change what the pod asks for, or add machines";
    }
}
