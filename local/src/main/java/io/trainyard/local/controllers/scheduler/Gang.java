package io.trainyard.local.controllers.scheduler;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Pods that start together or not at all.
 *
 * @param owner what they belong to, for messages and events: a JobSet, a Job, or the one pod
 * @param created when the owner was made, which gives it its place in the line
 * @param pods that wait for a node, in the order in which they were made; more than zero
 * @param obstacle why it cannot start whatever the machine has; empty when it can
 */
record Gang(Map<String, Object> owner, Instant created, List<Map<String, Object>> pods, String obstacle) {
    Gang(Map<String, Object> owner, Instant created, List<Map<String, Object>> pods) {
        this(owner, created, pods, "");
    }

    Gang {
        pods = List.copyOf(pods);
    }

    /** What all waiting pods ask for together. */
    ResourceList needs() {
        return pods.stream().map(ResourceList::ofPod).reduce(ResourceList.NONE, ResourceList::plus);
    }
}
