package io.trainyard.plugins.kai;

import io.trainyard.spi.ServedKind;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the PodGroups of one TrainJob. Pure.
 *
 * @param policy the policy of the runtime
 * @param settings what the TrainJob asks for
 * @param info the final view
 * @param configuration of the plugin
 * @param kind what PodGroups of the installed KAI may hold
 */
record PodGroups(
        KAIPolicy policy, JobSettings settings, RuntimeInfo info, KaiConfiguration configuration, ServedKind kind) {
    KaiPodGroup of(Gang gang) {
        KaiPodGroup podGroup = new KaiPodGroup();
        podGroup.getMetadata().setName(gang.podGroup());
        podGroup.getMetadata().setLabels(labels());
        podGroup.setSpec(
                switch (gang.role()) {
                    case MAIN -> main(gang);
                    case LATER -> spec(gang.minMember(), true, List.of());
                    case PROLOGUE -> spec(gang.minMember(), false, List.of());
                });
        return podGroup;
    }

    private PodGroupSpec main(Gang gang) {
        @Nullable Integer minimum = policy.minMember();
        int most = info.podSets().stream()
                .filter(podSet -> gang.podSets().contains(podSet.name()))
                .mapToInt(PodSet::pods)
                .sum();
        if (minimum != null && minimum > most) {
            throw new InvalidTrainJobException("podGroupPolicy.kai.minMember is " + minimum + ", but only " + most
                    + " pods start together, so no pod would ever start");
        }
        List<PodGroupSpec.SubGroup> leaves = new SubGroups(policy, info, gang).leaves();
        return spec(minimum == null ? gang.minMember() : minimum, true, leaves);
    }

    private PodGroupSpec spec(int minMember, boolean trains, List<PodGroupSpec.SubGroup> leaves) {
        return new PodGroupSpec(
                minMember,
                settings.queueOr(configuration.defaultQueue()),
                settings.priorityClassOrTrain(),
                settings.preemptibility().map(Setting::value).orElse(null),
                trains ? settings.topology().orElse(null) : null,
                leaves,
                trains ? known("spec.preemptionDelay", settings.preemptionDelay()) : null,
                trains ? known("spec.stalenessGracePeriod", settings.stalenessGracePeriod()) : null);
    }

    /** What the installed KAI does not know is not sent; a warning has said so. */
    private @Nullable String known(String field, Optional<Setting> setting) {
        return kind.hasField(field) ? setting.map(Setting::value).orElse(null) : null;
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(configuration.queueLabelKey(), settings.queueOr(configuration.defaultQueue()));
        settings.nodePool().ifPresent(pool -> labels.put(KaiApi.NODE_POOL, pool.value()));
        return labels;
    }
}
