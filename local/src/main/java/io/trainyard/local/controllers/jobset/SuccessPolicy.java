package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import java.util.List;

/** Whether enough jobs have succeeded. */
final class SuccessPolicy {
    private SuccessPolicy() {}

    static boolean isSatisfied(JobSet set, List<ChildJob> successful) {
        List<Object> targets = Tree.list(set.spec(), "successPolicy", "targetReplicatedJobs");
        long reached = successful.stream()
                .filter(job -> targets.isEmpty() || targets.contains(job.replicatedJob()))
                .count();
        if (Tree.text(set.spec(), "successPolicy", "operator").equals("Any")) {
            return reached >= 1;
        }
        int wanted = set.replicatedJobs().stream()
                .filter(job -> targets.isEmpty() || targets.contains(job.name()))
                .mapToInt(ReplicatedJob::replicas)
                .sum();
        return reached >= wanted;
    }
}
