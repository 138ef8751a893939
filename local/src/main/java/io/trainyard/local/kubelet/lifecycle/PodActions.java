package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Says what is to be done for a pod now. Pure: the same state at the same time gives the same actions. */
public final class PodActions {
    private PodActions() {}

    /** The actions for this moment, all of which may begin at once. */
    public static List<PodAction> compute(PodState pod, Instant now) {
        List<PodAction> actions = new ArrayList<>();
        if (pod.isTerminated()) {
            actions.add(new PodAction.Finish());
        } else if (pod.isTerminating()) {
            stop(pod, actions);
        } else {
            deadline(pod, actions);
            if (pod.prepared()) {
                start(pod, now, actions);
            } else if (!pod.preparing()) {
                actions.add(
                        pod.prepareAt().isAfter(now) ? new PodAction.Wait(pod.prepareAt()) : new PodAction.Prepare());
            }
        }
        return actions;
    }

    private static void deadline(PodState pod, List<PodAction> actions) {
        pod.spec()
                .activeDeadline()
                .ifPresent(
                        limit -> actions.add(new PodAction.Wait(pod.startTime().plus(limit))));
    }

    // Main containers and ordinary init containers together, then sidecars one by one in reverse order.
    private static void stop(PodState pod, List<PodAction> actions) {
        PodSpec spec = pod.spec();
        List<ContainerSpec> sidecars = new ArrayList<>();
        boolean others = false;
        for (ContainerSpec container : spec.allContainers()) {
            if (container.role() == ContainerSpec.Role.SIDECAR) {
                sidecars.add(0, container);
            } else {
                others |= stopOne(pod, container, actions);
            }
        }
        for (ContainerSpec sidecar : sidecars) {
            if (others || stopOne(pod, sidecar, actions)) {
                return;
            }
        }
    }

    private static boolean stopOne(PodState pod, ContainerSpec container, List<PodAction> actions) {
        ContainerStatus current = pod.of(container);
        if (current.isRunning() && !current.busy()) {
            actions.add(new PodAction.Stop(container));
        }
        return current.isRunning() || current.busy();
    }

    private static void start(PodState pod, Instant now, List<PodAction> actions) {
        for (ContainerSpec init : pod.spec().initContainers()) {
            if (pod.isPassed(init)) {
                startIfDue(pod, init, now, actions);
            } else {
                startIfDue(pod, init, now, actions);
                return;
            }
        }
        for (ContainerSpec main : pod.spec().containers()) {
            startIfDue(pod, main, now, actions);
        }
    }

    private static void startIfDue(PodState pod, ContainerSpec container, Instant now, List<PodAction> actions) {
        ContainerStatus current = pod.of(container);
        if (current.isDue(now)) {
            actions.add(new PodAction.Start(container));
        } else if (!current.busy() && !current.isRunning()) {
            current.dueAt().ifPresent(due -> actions.add(new PodAction.Wait(due)));
        }
    }
}
