package io.trainyard.core.status;

import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import java.util.Optional;

/**
 * What is known when a status is calculated.
 *
 * @param trainJob the TrainJob with its present status
 * @param runtimeSupported whether the kind of its runtime is one that we serve
 * @param state what the JobSet says; empty when there is none
 * @param jobSet what exists of the JobSet
 * @param trainer the trainer's replicated job, as last compiled or observed; empty when it is not known
 * @param build what is told of building and applying objects
 */
public record Observation(
        TrainJob trainJob,
        boolean runtimeSupported,
        Optional<TerminalState> state,
        JobSetPresence jobSet,
        Optional<TrainerJob> trainer,
        BuildReport build) {
    /** What exists of the JobSet that this TrainJob owns. */
    public enum JobSetPresence {
        ABSENT,
        PRESENT,
        BEING_DELETED
    }

    /**
     * The replicated job that trains.
     *
     * @param name its name
     * @param nodes the pods that it asks for
     * @param elastic what is known of nodes that may come and go; empty where their number is fixed
     */
    public record TrainerJob(String name, int nodes, Optional<Elastic> elastic) {
        /** One whose number of nodes is fixed. */
        public TrainerJob(String name, int nodes) {
            this(name, nodes, Optional.empty());
        }
    }

    /**
     * What is known of nodes that may come and go.
     *
     * @param min how many are enough to train
     * @param ready how many are ready, where some are and some are not; empty when that was not asked
     */
    public record Elastic(int min, Optional<Integer> ready) {}
}
