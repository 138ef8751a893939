package io.trainyard.local.kubelet.process;

import io.vertx.core.Future;

/** A way to run containers (LOCAL-60). Nothing may block; results come on the context of the caller. */
public interface ContainerExecutor {
    /**
     * Starts a container.
     *
     * @return fails with {@link StartException} when it cannot be started
     */
    Future<RunningContainer> start(ContainerLaunch launch);

    /** Ends whatever this has started and is still there, without mercy, and lets go of all resources. */
    Future<Void> close();
}
