package io.trainyard.local.kubelet.life;

import io.trainyard.local.kubelet.life.ContainerState.Terminated;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.RestartPolicy;
import java.util.Optional;

/**
 * Whether a container that ended is started again, by the restart policy of its pod. Pure.
 *
 * @param failFast whether a program that cannot be started twice in a row, for the same reason, is given up
 */
public record RestartRules(BackOff backOff, boolean failFast) {

    /** The pod after a container of it ended. */
    public PodLife ended(PodLife pod, ContainerSpec container, Terminated how) {
        boolean again = !pod.isWindingDown() && restarts(pod, container, how);
        return pod.with(container, life -> again ? life.crashed(how, backOff) : life.ended(how));
    }

    private boolean restarts(PodLife pod, ContainerSpec container, Terminated how) {
        if (container.role() == ContainerSpec.Role.SIDECAR) {
            return true;
        }
        if (failFast && isSameStartError(pod.of(container).last(), how)) {
            return false;
        }
        RestartPolicy policy = pod.spec().restartPolicy();
        if (container.role() == ContainerSpec.Role.INIT) {
            return !how.isSuccess() && policy != RestartPolicy.NEVER;
        }
        return policy.restartsAfter(how.exitCode());
    }

    /** Whether the pod is to fail because a program cannot be started. */
    public boolean isHopeless(PodLife pod, ContainerSpec container, Terminated how) {
        return failFast
                && container.role() != ContainerSpec.Role.SIDECAR
                && isSameStartError(pod.of(container).last(), how);
    }

    private static boolean isSameStartError(Optional<Terminated> before, Terminated now) {
        return now.reason().equals(ContainerLife.START_ERROR)
                && before.filter(end -> end.reason().equals(now.reason())
                                && end.message().equals(now.message()))
                        .isPresent();
    }
}
