package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NodeView;
import java.util.Optional;

/** What the scheduler says of a pod that it cannot place. Pure. */
final class SchedulerWords {
    private SchedulerWords() {}

    /** Its message; empty when the pod is placed, or nobody has looked at it yet. */
    static Optional<String> of(JobObjects objects, NodeView node) {
        return condition(objects, node).map(PodCondition::getMessage).filter(message -> !message.isEmpty());
    }

    /** The condition that says that a pod is not placed. */
    static Optional<PodCondition> condition(JobObjects objects, NodeView node) {
        return objects.pods().stream()
                .filter(pod -> node.pod().equals(pod.getMetadata().getName()))
                .findFirst()
                .flatMap(SchedulerWords::condition);
    }

    private static Optional<PodCondition> condition(Pod pod) {
        return pod.getStatus() == null
                ? Optional.empty()
                : pod.getStatus().getConditions().stream()
                        .filter(condition ->
                                "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                        .findFirst();
    }
}
