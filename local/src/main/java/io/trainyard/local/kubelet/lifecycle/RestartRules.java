package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.RestartPolicy;
import java.util.Optional;

/**
 * Whether a container that ended is started again, by the restart policy of its pod. Pure.
 *
 * @param failFast whether a program that cannot be started twice in a row, for the same reason, is given up, and one that says itself that it cannot
 *     fetch what it should
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
        if (failFast && isHopeless(pod.of(container).last(), how)) {
            return false;
        }
        RestartPolicy policy = pod.spec().restartPolicy();
        if (container.role() == ContainerSpec.Role.INIT) {
            return !how.isSuccess() && policy != RestartPolicy.NEVER;
        }
        return policy.restartsAfter(how.exitCode());
    }

    /** Whether the pod is to fail because a program cannot be started, or cannot fetch what it should. */
    public boolean isTerminalFailure(PodState pod, ContainerSpec container, Terminated how) {
        return failFast
                && container.role() != ContainerSpec.Role.SIDECAR
                && isHopeless(pod.of(container).last(), how);
    }

    private static boolean isHopeless(Optional<Terminated> before, Terminated now) {
        if (now.reason().equals(ContainerStatus.INITIALIZER_ERROR)) {
            return true;
        }
        return now.reason().equals(ContainerStatus.START_ERROR)
                && before.filter(end -> end.reason().equals(now.reason())
                                && end.message().equals(now.message()))
                        .isPresent();
    }
}
