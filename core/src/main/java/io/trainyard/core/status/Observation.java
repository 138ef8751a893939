package io.trainyard.core.status;

import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known when a status is calculated.
 *
 * @param trainJob the TrainJob with its present status
 * @param runtimeSupported whether the kind of its runtime is one that we serve
 * @param state what the JobSet says; empty when there is none
 * @param jobSet what exists of the JobSet
 * @param training what trains, as last compiled or observed; empty when it is not known
 * @param build what is told of building and applying objects
 */
public record Observation(
        TrainJob trainJob,
        boolean runtimeSupported,
        Optional<TerminalState> state,
        JobSetPresence jobSet,
        Optional<Training> training,
        BuildReport build) {
    /** What exists of the JobSet that this TrainJob owns. */
    public enum JobSetPresence {
        ABSENT,
        PRESENT,
        BEING_DELETED
    }

    /**
     * What trains.
     *
     * @param jobs the replicated jobs that must be ready for that, those of the nodes among them; never empty
     * @param elastic what is known of nodes that may come and go; empty where their number is fixed
     */
    public record Training(List<TrainingJob> jobs, Optional<Elastic> elastic) {
        public Training {
            jobs = List.copyOf(jobs);
        }

        /** One replicated job, all of whose pods are nodes. */
        public static Training of(String job, int nodes, Optional<Elastic> elastic) {
            return new Training(List.of(new TrainingJob(job, nodes, true)), elastic);
        }

        /** The nodes that they ask for. */
        int nodes() {
            return nodeJobs().mapToInt(TrainingJob::pods).sum();
        }

        Stream<TrainingJob> nodeJobs() {
            return jobs.stream().filter(TrainingJob::isNode);
        }
    }

    /**
     * A replicated job that takes part in the training.
     *
     * @param name its name
     * @param pods the pods that it asks for; zero is possible
     * @param isNode whether each of them is a training node
     */
    public record TrainingJob(String name, int pods, boolean isNode) {}

    /**
     * What is known of nodes that may come and go.
     *
     * @param min how many are enough to train
     * @param ready how many are ready, where some are and some are not; empty when that was not asked
     */
    public record Elastic(int min, Optional<Integer> ready) {}
}
