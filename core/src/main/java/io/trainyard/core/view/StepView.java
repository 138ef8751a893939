package io.trainyard.core.view;

import java.time.Instant;
import java.util.Optional;

/**
 * One replicated job of a TrainJob: fetching the data set, fetching the model, launching, training.
 *
 * @param name name of the replicated job, such as {@code node}
 * @param role what it is for
 * @param state where it is
 * @param pods pods that it should have; 0 when that is not known
 * @param readyPods pods of it that run and are ready, or have succeeded
 * @param restarts how often its containers were started again in the pods that are left
 * @param created when its first pod that is left was created; empty when there is none
 * @param scheduled when its last pod found a node; empty while one waits for that
 * @param started when its first container began to run; empty before
 * @param ended when its last container ended; empty while one runs or is to run
 */
public record StepView(
        String name,
        Role role,
        State state,
        int pods,
        int readyPods,
        int restarts,
        Optional<Instant> created,
        Optional<Instant> scheduled,
        Optional<Instant> started,
        Optional<Instant> ended) {
    /** What a replicated job is for. */
    public enum Role {
        DATASET_INITIALIZER("dataset-initializer"),
        MODEL_INITIALIZER("model-initializer"),
        /** Starts the processes on the nodes, where a framework needs that. */
        LAUNCHER("launcher"),
        TRAINER("trainer"),
        OTHER("other");

        private final String text;

        Role(String text) {
            this.text = text;
        }

        /** As users read it. */
        public String text() {
            return text;
        }

        /** True for those that fetch something before the training begins. */
        public boolean isInitializer() {
            return this == DATASET_INITIALIZER || this == MODEL_INITIALIZER;
        }
    }

    /** Where a step is. */
    public enum State {
        /** None of its pods runs yet. */
        WAITING("Waiting"),
        RUNNING("Running"),
        SUCCEEDED("Succeeded"),
        FAILED("Failed"),
        SUSPENDED("Suspended");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** As users read it. */
        public String text() {
            return text;
        }
    }
}
