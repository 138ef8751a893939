package io.trainyard.core.apply;

import io.smallrye.mutiny.Uni;

/**
 * That the TrainJob still is what a reconcile took it for. Caches may be old, so it is asked before anything is created, changed or deleted for a
 * TrainJob that may have been built before. Lives on the event loop.
 */
@FunctionalInterface
public interface Confirmation {
    /** Nobody can have built this TrainJob before. */
    Confirmation NOT_NEEDED = () -> Uni.createFrom().voidItem();

    /**
     * Asks the API server, once in a reconcile.
     *
     * @return fails with {@link StaleViewException} when the TrainJob is gone, another one, on its way out, at its end, or asks for something else; or
     *     with {@link io.trainyard.core.kube.ApiFailure}
     */
    Uni<Void> confirm();
}
