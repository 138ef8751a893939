package io.trainyard.plugins.kai;

import io.trainyard.spi.ServedKind;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.runtime.ExistingJob;
import java.util.Optional;

/** Who makes the PodGroups. */
enum PodGroupMode {
    /** We do, and KAI's grouper leaves the pods alone; needs KAI 0.15. */
    POD_GROUP,
    /** KAI's grouper does, from what it finds on the JobSet. */
    POD_GROUPER;

    private static final String POD_GROUP_NAME = "PodGroup";
    private static final String POD_GROUPER_NAME = "Podgrouper";

    /**
     * The mode of a TrainJob. What its pods were made for stays, whatever is installed later.
     *
     * @param existing the JobSet that exists; empty when there is none
     */
    static PodGroupMode of(KAIPolicy policy, ServedKind podGroup, Optional<ExistingJob> existing) {
        return existing.map(PodGroupMode::of).orElseGet(() -> wanted(policy, podGroup));
    }

    /** True when the installed KAI lets others make PodGroups; the same release brought both. */
    static boolean isSupported(ServedKind podGroup) {
        return podGroup.hasField("spec.minSubGroup");
    }

    /** True when the grouper would make something else of the job than its plan says: it does not know who waits for whom. */
    static boolean exceedsPodGrouper(GangPlan plan) {
        return plan.gangs().size() > 1 || !plan.main().lateMembers().isEmpty();
    }

    private static PodGroupMode of(ExistingJob existing) {
        return existing.podSets().stream()
                        .anyMatch(pods -> "true".equals(pods.annotations().get(KaiApi.SKIP_GROUPER)))
                ? POD_GROUP
                : POD_GROUPER;
    }

    private static PodGroupMode wanted(KAIPolicy policy, ServedKind podGroup) {
        if (POD_GROUP_NAME.equals(policy.mode())) {
            return POD_GROUP;
        }
        return POD_GROUPER_NAME.equals(policy.mode()) || !isSupported(podGroup) ? POD_GROUPER : POD_GROUP;
    }
}
