package io.trainyard.core.compile;

import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.function.Function;

/** Hears of the steps of compiling one TrainJob, in their order. */
interface StepListener {
    /** For nobody who asks. */
    StepListener NONE = new StepListener() {};

    /** Runtime and TrainJob have been merged; no step has been taken yet. */
    default void merged(RuntimeInfo info) {}

    /**
     * A step has been taken.
     *
     * @param setter says who took it
     * @param info as it is now
     */
    default void taken(Function<RuntimeInfo, String> setter, RuntimeInfo info) {}

    /**
     * A step refuses the TrainJob; no other step follows.
     *
     * @param setter says who took it
     * @param info as the step left it
     */
    default void refused(Function<RuntimeInfo, String> setter, RuntimeInfo info) {}
}
