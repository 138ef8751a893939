package io.trainyard.plugins.kai;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Map;

/** The replicated jobs of the merged template, for what the view of a pod set does not show. */
final class ReplicatedJobs {
    private ReplicatedJobs() {}

    /** The replicated job of a pod set; empty when there is none. */
    static Map<String, Object> of(RuntimeInfo info, PodSet podSet) {
        return Tree.objects(info.template(), "replicatedJobs").stream()
                .filter(job -> podSet.name().equals(job.get("name")))
                .findFirst()
                .orElseGet(Map::of);
    }
}
