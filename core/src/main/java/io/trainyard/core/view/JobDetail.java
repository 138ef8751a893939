package io.trainyard.core.view;

import java.util.List;
import java.util.Optional;

/**
 * One TrainJob with all that belongs to it. {@link JobDetails#of} makes one.
 *
 * @param summary as lists show it
 * @param conditions in the order in which they were first set
 * @param steps in the order in which they run: initializers, launcher, training, others
 * @param nodes all pods that are left, in the order of their steps, then by number
 * @param ranks processes of the training by rank; those that never reported are there too if their number is known
 * @param events oldest first, from all objects of the job
 * @param attempts how often all pods were started, at least 1 once there was a JobSet, else 0
 * @param why why it stands where it does
 */
public record JobDetail(
        JobSummary summary,
        List<ConditionView> conditions,
        List<StepView> steps,
        List<NodeView> nodes,
        List<RankView> ranks,
        List<EventView> events,
        int attempts,
        Optional<Cause> why) {
    public JobDetail {
        conditions = List.copyOf(conditions);
        steps = List.copyOf(steps);
        nodes = List.copyOf(nodes);
        ranks = List.copyOf(ranks);
        events = List.copyOf(events);
    }
}
