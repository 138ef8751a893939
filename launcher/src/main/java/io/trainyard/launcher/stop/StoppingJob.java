package io.trainyard.launcher.stop;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How far a TrainJob is that was suspended so that it stops. Pure.
 *
 * @param trainJob as a tree
 * @param pods all of it, as trees
 */
record StoppingJob(Map<String, Object> trainJob, List<Map<String, Object>> pods) {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    StoppingJob {
        pods = List.copyOf(pods);
    }

    /** Whether there is nothing to stop: it has ended, or is suspended and has no pods left. */
    boolean hasStopped() {
        JobPhase phase = JobSnapshot.of(trainJob).phase();
        return (phase.isOver() || phase == JobPhase.SUSPENDED) && pods.stream().allMatch(StoppingJob::hasEnded);
    }

    /** Names of the pods whose programs were asked to end. No earlier may they be killed, or their Job would replace them. */
    Set<String> ending() {
        return pods.stream()
                .filter(pod -> !hasEnded(pod))
                .filter(pod -> !Tree.text(pod, "metadata", "deletionTimestamp").isEmpty())
                .map(pod -> Tree.text(pod, "metadata", "name"))
                .collect(Collectors.toSet());
    }

    private static boolean hasEnded(Map<String, Object> pod) {
        return ENDED.contains(Tree.text(pod, "status", "phase"));
    }
}
