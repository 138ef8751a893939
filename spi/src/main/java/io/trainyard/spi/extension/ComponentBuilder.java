package io.trainyard.spi.extension;

import io.smallrye.mutiny.Uni;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * Builds objects that the TrainJob needs: the host applies them in a fixed order and gives each the TrainJob as its owner
 *. Called on every pass of an unfinished TrainJob, so the same input must give the same objects: no random names, no clock.
 */
public interface ComponentBuilder extends Plugin {
    /**
     * The objects that should exist, each with the rule for when it may change, and what the user should be told. Nothing when there is nothing to do.
     * Slow work (keys, large files) belongs on a worker; the answer may come on any thread. A failure stops the pass: nothing is applied,
     * an event tells the user, and the pass is repeated later.
     */
    Uni<Components> build(Request request);

    /**
     * What there is to build from.
     *
     * @param trainJob the TrainJob; never change it
     * @param info the final view; frozen, every attempt to change it throws
     */
    record Request(TrainJob trainJob, RuntimeInfo info) {}
}
