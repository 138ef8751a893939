package io.trainyard.plugins.volcano;

import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.runtime.ExistingJob;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * When a PodGroup should exist. One that Volcano has let in reserves what it asks for in its queue, pods or no pods.
 *
 * @param configuration says which reservations are to be avoided
 * @param trainJob the TrainJob
 * @param info the final view
 */
record PodGroupLifecycle(VolcanoConfiguration configuration, TrainJob trainJob, RuntimeInfo info) {

    /** True when no PodGroup should exist: the TrainJob is suspended and has let go of all pods. */
    boolean isReleased() {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        boolean noPods = info.existing()
                .map(existing -> existing.suspended() && !existing.isActive())
                .orElse(true);
        return configuration.releaseOnSuspend() && spec != null && spec.isSuspended() && noPods;
    }

    /** True when it is too early for the group: what its pods wait for has not ended. */
    boolean isTooEarlyFor(Gang gang) {
        return configuration.deferUntilPrologueDone() && gang.role() != Gang.Role.PROLOGUE && !isPrologueDone();
    }

    /** Something that only has to be ready, such as a cache, may run as long as the training. */
    private boolean isPrologueDone() {
        Set<String> mustComplete = info.podSets().stream()
                .flatMap(podSet -> podSet.dependsOn().stream())
                .filter(dependency -> dependency.status().equals("Complete"))
                .map(PodSet.Dependency::job)
                .collect(Collectors.toSet());
        return mustComplete.stream().allMatch(this::hasEnded);
    }

    private boolean hasEnded(String podSet) {
        int jobs = info.podSet(podSet).map(PodSet::replicas).orElse(0);
        return jobs
                <= info.existing()
                        .flatMap(existing -> existing.podSet(podSet))
                        .map(ExistingJob.Pods::succeeded)
                        .orElse(0);
    }
}
