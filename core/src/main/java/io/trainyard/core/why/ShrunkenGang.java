package io.trainyard.core.why;

import io.trainyard.core.view.Cause;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Optional;

/**
 * Whether a gang has become too small to start: some of its pods have succeeded, another one is made again, and its scheduler counts only those that have not
 * ended. Pure.
 *
 * @param gang the gang
 * @param left pods that have not ended
 * @param needed how many the gang starts with
 */
record ShrunkenGang(GangMembership gang, long left, long needed) {
    /** How coscheduling, Volcano and KAI say how many pods the gang needs. */
    private static final LinearPattern REQUIRED =
            LinearPattern.of("(?:minMember of group: |Waiting for |valid: [0-9]{1,9}, min: )([0-9]{1,9})");

    /**
     * Finds out for a gang whose pods have all been created once.
     *
     * @param words what its scheduler says, which counts where no PodGroup can be read
     */
    static Optional<ShrunkenGang> of(Situation situation, GangMembership gang, List<String> words) {
        long left = situation.nodes().stream()
                .filter(node -> !node.isOver()
                        && SchedulingCauses.membership(situation, List.of(node))
                                .filter(gang::equals)
                                .isPresent())
                .count();
        return needed(situation, gang.podGroup())
                .or(() -> told(words))
                .filter(needed -> left < needed)
                .map(needed -> new ShrunkenGang(gang, left, needed));
    }

    private static Optional<Long> needed(Situation situation, String podGroup) {
        return situation.objects().addOns().stream()
                .filter(object -> "PodGroup".equals(object.getKind())
                        && podGroup.equals(object.getMetadata().getName()))
                .flatMap(object -> Tree.wholeNumber(object.getAdditionalProperties(), "spec", "minMember").stream())
                .map(Integer::longValue)
                .findFirst();
    }

    private static Optional<Long> told(List<String> words) {
        return words.stream()
                .flatMap(text -> REQUIRED.groupsIn(text).stream())
                .map(Long::valueOf)
                .findFirst();
    }

    Cause cause(Situation situation, List<String> evidence) {
        return Cause.of(
                Cause.Kind.GANG_UNSCHEDULABLE,
                "the gang needs " + needed + " unfinished pods to start and has " + left
                        + "; finished pods do not count",
                evidence,
                "let it start with those that are left: kubectl patch "
                        + gang.scheduler().podGroups() + " " + gang.podGroup() + " -n "
                        + situation.summary().namespace() + " --type merge -p '{\"spec\":{\"minMember\":" + left
                        + "}}'; next time let spec.failurePolicy of the JobSet restart all pods");
    }
}
