package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.RestartPolicy;
import java.util.Optional;

/**
 * Whether a container that ended is started again, by the restart policy of its pod. Pure.
 *
 * @param failFast whether a program that cannot be started twice in a row, for the same reason, is given up
 */
public record RestartRules(Backoff backoff, boolean failFast) {

    /** The pod after a container of it ended. */
    public PodState ended(PodState pod, ContainerSpec container, Terminated how) {
        boolean again = !pod.isTerminating() && restarts(pod, container, how);
        return pod.with(container, current -> again ? current.crashed(how, backoff) : current.ended(how));
    }

    private boolean restarts(PodState pod, ContainerSpec container, Terminated how) {
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
    public boolean isTerminalFailure(PodState pod, ContainerSpec container, Terminated how) {
        return failFast
                && container.role() != ContainerSpec.Role.SIDECAR
                && isSameStartError(pod.of(container).last(), how);
    }

    private static boolean isSameStartError(Optional<Terminated> before, Terminated now) {
        return now.reason().equals(ContainerStatus.START_ERROR)
                && before.filter(end -> end.reason().equals(now.reason())
                                && end.message().equals(now.message()))
                        .isPresent();
    }
}
