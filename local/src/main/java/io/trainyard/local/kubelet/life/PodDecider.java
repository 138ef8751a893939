package io.trainyard.local.kubelet.life;

import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Says what is to be done for a pod now. Pure: the same life at the same time gives the same steps. */
public final class PodDecider {
    private PodDecider() {}

    /** The steps for this moment, all of which may begin at once. */
    public static List<Step> decide(PodLife pod, Instant now) {
        List<Step> steps = new ArrayList<>();
        if (pod.isOver()) {
            steps.add(new Step.Finish());
        } else if (pod.isWindingDown()) {
            stop(pod, steps);
        } else {
            deadline(pod, steps);
            if (pod.prepared()) {
                start(pod, now, steps);
            } else if (!pod.preparing()) {
                steps.add(pod.prepareAt().isAfter(now) ? new Step.Wait(pod.prepareAt()) : new Step.Prepare());
            }
        }
        return steps;
    }

    private static void deadline(PodLife pod, List<Step> steps) {
        pod.spec()
                .activeDeadline()
                .ifPresent(limit -> steps.add(new Step.Wait(pod.startTime().plus(limit))));
    }

    // Main containers and ordinary init containers together, then sidecars one by one in reverse order.
    private static void stop(PodLife pod, List<Step> steps) {
        PodSpec spec = pod.spec();
        List<ContainerSpec> sidecars = new ArrayList<>();
        boolean others = false;
        for (ContainerSpec container : spec.allContainers()) {
            if (container.role() == ContainerSpec.Role.SIDECAR) {
                sidecars.add(0, container);
            } else {
                others |= stopOne(pod, container, steps);
            }
        }
        for (ContainerSpec sidecar : sidecars) {
            if (others || stopOne(pod, sidecar, steps)) {
                return;
            }
        }
    }

    private static boolean stopOne(PodLife pod, ContainerSpec container, List<Step> steps) {
        ContainerLife life = pod.of(container);
        if (life.isRunning() && !life.busy()) {
            steps.add(new Step.Stop(container));
        }
        return life.isRunning() || life.busy();
    }

    private static void start(PodLife pod, Instant now, List<Step> steps) {
        for (ContainerSpec init : pod.spec().initContainers()) {
            if (pod.isPassed(init)) {
                startIfDue(pod, init, now, steps);
            } else {
                startIfDue(pod, init, now, steps);
                return;
            }
        }
        for (ContainerSpec main : pod.spec().containers()) {
            startIfDue(pod, main, now, steps);
        }
    }

    private static void startIfDue(PodLife pod, ContainerSpec container, Instant now, List<Step> steps) {
        ContainerLife life = pod.of(container);
        if (life.isDue(now)) {
            steps.add(new Step.Start(container));
        } else if (!life.busy() && !life.isRunning()) {
            life.dueAt().ifPresent(due -> steps.add(new Step.Wait(due)));
        }
    }
}
