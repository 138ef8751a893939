package io.trainyard.local.controllers.scheduler;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a gang gets the node now.
 *
 * @param starts whether its pods get the node now
 * @param message why it waits; or, when it starts, what it wanted more of than there is; empty when all is well
 */
record Placement(Gang gang, boolean starts, String message) {
    /**
     * Gives what is free to gangs in their order. The first one that must wait for others to end makes all after it wait, so that large
     * gangs get their turn; one that could never start makes nobody wait.
     *
     * @param capacity what the node has
     * @param used what pods on the node ask for
     * @param strict whether who asks for more than there is waits for ever; otherwise it gets all there is
     */
    static List<Placement> of(List<Gang> gangs, ResourceList capacity, ResourceList used, boolean strict) {
        List<Placement> placements = new ArrayList<>();
        ResourceList taken = used.cutTo(capacity);
        boolean blocked = false;
        for (Gang gang : gangs) {
            if (!gang.obstacle().isEmpty()) {
                placements.add(new Placement(gang, false, gang.obstacle()));
                continue;
            }
            ResourceList needs = gang.needs();
            List<String> tooMuch = needs.exceeding(capacity);
            if (strict && !tooMuch.isEmpty()) {
                placements.add(new Placement(gang, false, never(gang, needs, tooMuch, capacity)));
                continue;
            }
            ResourceList cut = needs.cutTo(capacity);
            List<String> lacking = cut.exceeding(capacity.minus(taken));
            blocked |= !lacking.isEmpty();
            if (blocked) {
                placements.add(new Placement(gang, false, notNow(lacking)));
            } else {
                taken = taken.plus(cut);
                placements.add(new Placement(gang, true, tooMuch.isEmpty() ? "" : cut(gang, needs, tooMuch, capacity)));
            }
        }
        return placements;
    }

    private static String notNow(List<String> lacking) {
        return lacking.isEmpty()
                ? "0/1 nodes are available: other jobs are first in line."
                : "0/1 nodes are available: 1 Insufficient " + String.join(", 1 Insufficient ", lacking) + ".";
    }

    private static String never(Gang gang, ResourceList needs, List<String> tooMuch, ResourceList capacity) {
        return "0/1 nodes are available: " + comparison(gang, needs, tooMuch, capacity)
                + ". It will not start on this machine; ask for less, or start without strict resources.";
    }

    private static String cut(Gang gang, ResourceList needs, List<String> tooMuch, ResourceList capacity) {
        return comparison(gang, needs, tooMuch, capacity) + "; it runs with what there is";
    }

    private static String comparison(Gang gang, ResourceList needs, List<String> tooMuch, ResourceList capacity) {
        List<String> parts = new ArrayList<>();
        for (String resource : tooMuch) {
            parts.add(needs.get(resource).toPlainString() + " " + resource + " wanted, "
                    + capacity.get(resource).toPlainString() + " there");
        }
        int pods = gang.pods().size();
        return (pods == 1 ? "1 pod" : pods + " pods together") + ": " + String.join("; ", parts);
    }
}
