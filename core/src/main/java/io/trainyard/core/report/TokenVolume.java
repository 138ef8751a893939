package io.trainyard.core.report;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.ResourceKey;
import java.util.List;
import java.util.Map;

/** The volume with which programs of a TrainJob may report, known by whom its token is meant for. Pure. */
public final class TokenVolume {
    private TokenVolume() {}

    /** Those of a replicated job of the TrainJob's JobSet. */
    public static List<Map<String, Object>> in(Map<String, Object> replicatedJob, ResourceKey trainJob) {
        String audience = StatusPath.audience(trainJob);
        return Tree.objects(replicatedJob, "template", "spec", "template", "spec", "volumes").stream()
                .filter(volume -> Tree.objects(volume, "projected", "sources").stream()
                        .anyMatch(source -> audience.equals(Tree.text(source, "serviceAccountToken", "audience"))))
                .toList();
    }
}
