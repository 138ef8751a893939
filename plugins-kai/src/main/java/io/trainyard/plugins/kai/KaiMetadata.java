package io.trainyard.plugins.kai;

import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import org.jspecify.annotations.Nullable;

/**
 * What pods, Jobs and the JobSet of one TrainJob carry for KAI.
 *
 * @param policy the policy of the runtime
 * @param settings what the TrainJob asks for
 * @param configuration of the plugin
 */
record KaiMetadata(KAIPolicy policy, JobSettings settings, KaiConfiguration configuration) {
    /** Metadata for PodGroups that we make. */
    void applyForPodGroups(RuntimeInfo info, GangPlan plan) {
        boolean leaves = new SubGroups(policy, info, plan.main()).areWanted();
        for (PodSet podSet : info.podSets()) {
            Gang gang = plan.of(podSet.name());
            podSet.putPodAnnotation(KaiApi.SKIP_GROUPER, "true");
            podSet.putPodAnnotation(KaiApi.POD_GROUP_NAME, gang.podGroup());
            podSet.putPodLabel(configuration.queueLabelKey(), settings.queueOr(configuration.defaultQueue()));
            putNodePool(podSet);
            if (leaves && gang.role() == Gang.Role.MAIN) {
                podSet.putPodLabel(KaiApi.SUB_GROUP_NAME, podSet.name());
            }
            if (isLauncher(podSet, info)) {
                podSet.putPodLabel(KaiApi.JOB_ROLE, TrainerApi.LAUNCHER);
            }
        }
    }

    /** Metadata for KAI's grouper. */
    void applyForPodGrouper(RuntimeInfo info, GangPlan plan) {
        info.putLabel(configuration.queueLabelKey(), settings.queueOr(configuration.defaultQueue()));
        settings.priorityClass().ifPresent(setting -> info.putLabel(KaiApi.PRIORITY_CLASS, setting.value()));
        settings.preemptibility().ifPresent(setting -> info.putLabel(KaiApi.PREEMPTIBILITY, setting.value()));
        settings.nodePool().ifPresent(setting -> info.putLabel(KaiApi.NODE_POOL, setting.value()));
        settings.topology().ifPresent(topology -> putTopology(info, topology));
        settings.preemptionDelay().ifPresent(setting -> info.putAnnotation(KaiApi.PREEMPTION_DELAY, setting.value()));
        settings.stalenessGracePeriod()
                .ifPresent(setting -> info.putAnnotation(KaiApi.STALENESS_GRACE_PERIOD, setting.value()));
        if (!info.annotations().containsKey(KaiApi.MIN_MEMBER)) {
            info.putAnnotation(KaiApi.MIN_MEMBER, String.valueOf(minMember(info, plan)));
        }
        for (PodSet podSet : info.podSets()) {
            putNodePool(podSet);
            if (podSet.minCount() < podSet.count()) {
                podSet.putJobAnnotation(KaiApi.MIN_MEMBER, String.valueOf(podSet.minCount()));
            }
        }
    }

    /** A grouper that waited for pods which come later would wait for ever. */
    private static int minMember(RuntimeInfo info, GangPlan plan) {
        return PodGroupMode.exceedsPodGrouper(plan)
                ? 1
                : info.podSets().stream().mapToInt(PodSet::minPods).sum();
    }

    private static void putTopology(RuntimeInfo info, TopologyConstraint topology) {
        put(info, KaiApi.TOPOLOGY, topology.topology());
        put(info, KaiApi.REQUIRED_LEVEL, topology.requiredTopologyLevel());
        put(info, KaiApi.PREFERRED_LEVEL, topology.preferredTopologyLevel());
    }

    private static void put(RuntimeInfo info, String key, @Nullable String value) {
        if (value != null) {
            info.putAnnotation(key, value);
        }
    }

    private void putNodePool(PodSet podSet) {
        settings.nodePool().ifPresent(setting -> podSet.putPodLabel(KaiApi.NODE_POOL, setting.value()));
    }

    private static boolean isLauncher(PodSet podSet, RuntimeInfo info) {
        @Nullable MLPolicy policy = info.policy().mlPolicy();
        return policy != null && policy.mpi() != null && podSet.name().equals(TrainerApi.LAUNCHER);
    }
}
