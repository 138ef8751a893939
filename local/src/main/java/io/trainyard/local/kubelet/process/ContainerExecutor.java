package io.trainyard.local.kubelet.process;

import io.vertx.core.Future;

/** A way to run containers: what the runtime behind the container runtime interface (CRI) is to other kubelets. Nothing may block; results come on the context of the caller. */
public interface ContainerExecutor {
    /** Makes what the containers of a pod share; before the first of them is started. May be called again for the same pod. */
    default Future<Void> runSandbox(PodSandbox sandbox) {
        return Future.succeededFuture();
    }

    /**
     * Starts a container.
     *
     * @return fails with {@link StartException} when it cannot be started
     */
    Future<RunningContainer> start(ContainerLaunch launch);

    /** Lets go of what the containers of a pod shared; after the last of them has ended. May be called again for the same pod. */
    default Future<Void> removeSandbox(PodSandbox sandbox) {
        return Future.succeededFuture();
    }

    /** Ends whatever this has started and is still there, without mercy, and lets go of all resources. */
    Future<Void> close();
}
