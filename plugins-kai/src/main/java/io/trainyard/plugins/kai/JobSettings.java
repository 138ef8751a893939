package io.trainyard.plugins.kai;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.model.KAITopologyConstraint;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.scheduler.GangJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one TrainJob asks of KAI, from all places where it can be said.
 *
 * @param queue the queue that is asked for; empty for the configured default
 * @param priorityClass the priority class that is asked for; empty for {@code train}
 * @param preemptibility whether the job may be evicted; empty to let the priority decide
 * @param nodePool the node pool; empty when none
 * @param topology how close together gangs are placed; empty when nothing is said
 * @param preemptionDelay how long the job waits before others may be evicted for it; empty for at once
 * @param stalenessGracePeriod how long it may run with too few pods; empty for the scheduler's own choice
 */
record JobSettings(
        Optional<Setting> queue,
        Optional<Setting> priorityClass,
        Optional<Setting> preemptibility,
        Optional<Setting> nodePool,
        Optional<TopologyConstraint> topology,
        Optional<Setting> preemptionDelay,
        Optional<Setting> stalenessGracePeriod) {
    private static final String POLICY = "spec.runtimeRef";

    /** Reads all places, before anything was written into them. */
    static JobSettings of(GangJob<KAIPolicy> job, KaiConfiguration configuration) {
        KAIPolicy policy = job.policy();
        RuntimeInfo info = job.info();
        SettingSources sources = new SettingSources(job.trainJob(), info);
        return new JobSettings(
                sources.label(configuration.queueLabelKey())
                        .or(() -> policy(policy.queue()))
                        .or(() -> queueOfPods(info, configuration.queueLabelKey())),
                sources.label(KaiApi.PRIORITY_CLASS)
                        .or(() -> policy(policy.priorityClassName()))
                        .or(() -> info.trainerPodSet()
                                .flatMap(PodSet::priorityClassName)
                                .flatMap(JobSettings::policy)),
                sources.label(KaiApi.PREEMPTIBILITY).or(() -> policy(policy.preemptibility())),
                sources.label(KaiApi.NODE_POOL).or(() -> policy(policy.nodePool())),
                topology(policy, sources),
                sources.annotation(KaiApi.PREEMPTION_DELAY).or(() -> policy(policy.preemptionDelay())),
                sources.annotation(KaiApi.STALENESS_GRACE_PERIOD).or(() -> policy(policy.stalenessGracePeriod())));
    }

    String queueOr(String defaultValue) {
        return queue.map(Setting::value).orElse(defaultValue);
    }

    String priorityClassOrTrain() {
        return priorityClass.map(Setting::value).orElse(KaiApi.TRAIN);
    }

    /** What is wrong with the values; empty when nothing is. */
    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>();
        queue.flatMap(setting -> setting.wrongName("queue")).ifPresent(errors::add);
        priorityClass.flatMap(setting -> setting.wrongName("priority class")).ifPresent(errors::add);
        preemptibility.flatMap(Setting::wrongPreemptibility).ifPresent(errors::add);
        nodePool.flatMap(Setting::wrongLabel).ifPresent(errors::add);
        preemptionDelay.flatMap(setting -> setting.wrongDuration(false)).ifPresent(errors::add);
        stalenessGracePeriod.flatMap(setting -> setting.wrongDuration(true)).ifPresent(errors::add);
        topology.filter(constraint -> !constraint.isComplete())
                .ifPresent(
                        constraint -> errors.add(
                                FieldError.invalid(
                                        POLICY,
                                        constraint.topology(),
                                        "a topology constraint for KAI needs the name of a topology and a required or preferred level")));
        return errors;
    }

    private static Optional<Setting> policy(@Nullable String value) {
        return value == null || value.isEmpty() ? Optional.empty() : Optional.of(new Setting(value, POLICY));
    }

    /** Labels of the pods come last: without Trainyard, they are where KAI's users name a queue. */
    private static Optional<Setting> queueOfPods(RuntimeInfo info, String key) {
        return info.trainerPodSet()
                .map(podSet -> Tree.child(
                                ReplicatedJobs.of(info, podSet), "template", "spec", "template", "metadata", "labels")
                        .get(key))
                .map(value -> new Setting(String.valueOf(value), POLICY));
    }

    /** The annotations go together: a level of one place says nothing about the topology of another. */
    private static Optional<TopologyConstraint> topology(KAIPolicy policy, SettingSources sources) {
        Map<String, String> annotations = new HashMap<>();
        for (String key : List.of(KaiApi.TOPOLOGY, KaiApi.REQUIRED_LEVEL, KaiApi.PREFERRED_LEVEL)) {
            sources.annotation(key).ifPresent(setting -> annotations.put(key, setting.value()));
        }
        return TopologyConstraint.of(annotations).or(() -> topology(policy.topologyConstraint()));
    }

    private static Optional<TopologyConstraint> topology(@Nullable KAITopologyConstraint constraint) {
        return constraint == null
                ? Optional.empty()
                : Optional.of(new TopologyConstraint(
                        constraint.topology(),
                        constraint.requiredTopologyLevel(),
                        constraint.preferredTopologyLevel()));
    }
}
