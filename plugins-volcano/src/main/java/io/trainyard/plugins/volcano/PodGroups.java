package io.trainyard.plugins.volcano;

import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the PodGroups of one TrainJob. Pure.
 *
 * @param info the final view
 * @param queue the queue of all of them
 * @param topology how close together gangs are placed
 * @param subGroupPolicy groups within the main gang
 */
record PodGroups(
        RuntimeInfo info,
        Optional<String> queue,
        Optional<PlacementTopology> topology,
        List<Map<String, Object>> subGroupPolicy) {

    VolcanoPodGroup of(Gang gang, Gang main) {
        boolean prologue = gang.role() == Gang.Role.PROLOGUE;
        VolcanoPodGroup podGroup = named(gang);
        Map<String, String> annotations = features(prologue);
        if (!annotations.isEmpty()) {
            podGroup.getMetadata().setAnnotations(annotations);
        }
        @Nullable String preemptable = info.labels().get(VolcanoApi.PREEMPTABLE);
        if (preemptable != null) {
            podGroup.getMetadata().setLabels(Map.of(VolcanoApi.PREEMPTABLE, preemptable));
        }
        podGroup.setSpec(new PodGroupSpec(
                gang.minMember(),
                // A group without pods reserves what it asks for, and the prologue would wait for it for ever.
                prologue ? Map.of() : gang.minResources(),
                queue.orElse(null),
                GangPriority.of(prologue ? gang : main, info).orElse(null),
                prologue ? null : topology.orElse(null),
                gang.role() == Gang.Role.MAIN ? subGroupPolicy : List.of()));
        return podGroup;
    }

    /** Only what names the object. */
    static VolcanoPodGroup named(Gang gang) {
        VolcanoPodGroup podGroup = new VolcanoPodGroup();
        podGroup.getMetadata().setName(gang.podGroup());
        return podGroup;
    }

    /** Annotations that switch features of the scheduler, which reads them from the PodGroup. */
    private Map<String, String> features(boolean prologue) {
        Map<String, String> features = new LinkedHashMap<>();
        info.annotations().forEach((key, value) -> {
            if (key.startsWith(VolcanoApi.FEATURES) && !(prologue && key.startsWith(VolcanoApi.DISRUPTION_BUDGETS))) {
                features.put(key, value);
            }
        });
        return features;
    }
}
