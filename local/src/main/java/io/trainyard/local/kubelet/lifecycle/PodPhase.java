package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.local.kubelet.spec.ContainerSpec;

/** The phase of a pod, as its status says it. */
public enum PodPhase {
    PENDING("Pending"),
    RUNNING("Running"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed");

    private final String text;

    PodPhase(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public boolean isTerminal() {
        return this == SUCCEEDED || this == FAILED;
    }

    /** The phase of a pod. It becomes terminal only when nothing runs any more, sidecars included. */
    public static PodPhase of(PodState pod) {
        if (pod.isTerminated()) {
            return isSuccess(pod) ? SUCCEEDED : FAILED;
        }
        return pod.spec().containers().stream().anyMatch(main -> pod.of(main).hasRun()) ? RUNNING : PENDING;
    }

    private static boolean isSuccess(PodState pod) {
        if (pod.end().isPresent() && !pod.end().get().isDeletion()) {
            return false;
        }
        for (ContainerSpec main : pod.spec().containers()) {
            if (!(pod.of(main).state() instanceof ContainerState.Terminated how) || !how.isSuccess()) {
                return false;
            }
        }
        return true;
    }
}
