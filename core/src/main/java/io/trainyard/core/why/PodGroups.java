package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What the status of a PodGroup says of why its pods wait, in the forms of Volcano, KAI and the scheduler plugins. Pure. */
final class PodGroups {
    /** Phases of the scheduler plugins in which a group waits. */
    private static final Set<String> WAITING = Set.of("PreScheduling", "Scheduling");

    private PodGroups() {}

    /** One line about the first PodGroup of the job that waits; empty when none does, or none is known. */
    static Optional<String> problem(Situation situation) {
        return situation.objects().addOns().stream()
                .filter(object -> "PodGroup".equals(object.getKind()))
                .flatMap(group ->
                        problem(group)
                                .map(text -> "PodGroup " + group.getMetadata().getName() + ": " + text)
                                .stream())
                .findFirst();
    }

    private static Optional<String> problem(GenericKubernetesResource group) {
        Map<String, Object> tree = group.getAdditionalProperties();
        return Stream.of("conditions", "schedulingConditions")
                .map(list -> Tree.objects(tree, "status", list))
                .flatMap(List::stream)
                .filter(PodGroups::isUnschedulable)
                .map(condition -> Tree.text(condition, "message"))
                .filter(message -> !message.isEmpty())
                // Schedulers append: the last is the newest.
                .reduce((earlier, later) -> later)
                .or(() -> counted(tree));
    }

    private static boolean isUnschedulable(Map<String, Object> condition) {
        String type = Tree.text(condition, "type");
        return (type.equals("Unschedulable") || type.equals("UnschedulableOnNodePool"))
                && Tree.text(condition, "status").equals("True");
    }

    private static Optional<String> counted(Map<String, Object> tree) {
        if (!WAITING.contains(Tree.text(tree, "status", "phase"))) {
            return Optional.empty();
        }
        long wanted = Tree.integer(0, tree, "spec", "minMember");
        long placed = Tree.integer(0, tree, "status", "scheduled") + Tree.integer(0, tree, "status", "running");
        return wanted > placed ? Optional.of(placed + " of " + wanted + " pods have a machine") : Optional.empty();
    }
}
