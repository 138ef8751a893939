package io.trainyard.local.controllers.scheduler;

import java.util.Map;

/**
 * What the machine has to give.
 *
 * @param nodeName the node that pods are bound to, once it is registered
 * @param capacity amounts by resource, such as {@code cpu}, {@code memory} and {@code nvidia.com/gpu}, in the units of Kubernetes; what is
 *     not named here is as the node says
 * @param strict whether a pod that wants more than there is stays Pending for ever; otherwise it is taken to want all there is, with a warning
 * @param opensGates whether scheduling gates are removed at once; otherwise pods wait until somebody else removes theirs
 */
public record SchedulerOptions(String nodeName, Map<String, String> capacity, boolean strict, boolean opensGates) {
    public static final SchedulerOptions DEFAULT = new SchedulerOptions("local", Map.of(), false, false);

    public SchedulerOptions {
        capacity = Map.copyOf(capacity);
    }
}
