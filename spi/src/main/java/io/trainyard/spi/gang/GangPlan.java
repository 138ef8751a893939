package io.trainyard.spi.gang;

import java.util.List;

/**
 * Which pods of a TrainJob are scheduled together. Every pod set belongs to exactly one gang.
 *
 * @param gangs the main gang first, then later ones by level, then one for each pod set of the prologue in the order of the template
 */
public record GangPlan(List<Gang> gangs) {
    /**
     * A plan.
     *
     * @throws IllegalArgumentException when the first gang is not the main one
     */
    public GangPlan {
        gangs = List.copyOf(gangs);
        if (gangs.isEmpty() || gangs.get(0).role() != Gang.Role.MAIN) {
            throw new IllegalArgumentException("a gang plan begins with the main gang");
        }
    }

    /** The gang whose PodGroup is named like the TrainJob. */
    public Gang main() {
        return gangs.get(0);
    }

    /**
     * The gang of a pod set.
     *
     * @throws IllegalArgumentException when the plan does not know the pod set
     */
    public Gang of(String podSet) {
        return gangs.stream()
                .filter(gang -> gang.includes(podSet))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no gang has the pod set " + podSet));
    }
}
