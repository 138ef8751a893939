package io.trainyard.core.config;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Features that an administrator switches. */
public enum FeatureGate {
    /** All TrainJobs are given what their programs need to report progress, not only those that ask for it. */
    TRAIN_JOB_STATUS("TrainJobStatus", Stage.ALPHA, false);

    /** How far a feature is. */
    public enum Stage {
        ALPHA,
        BETA
    }

    private final String text;
    private final Stage stage;
    private final boolean onByDefault;

    FeatureGate(String text, Stage stage, boolean onByDefault) {
        this.text = text;
        this.stage = stage;
        this.onByDefault = onByDefault;
    }

    /** As in a configuration file. */
    public String text() {
        return text;
    }

    public Stage stage() {
        return stage;
    }

    boolean onByDefault() {
        return onByDefault;
    }

    /** All names that a configuration may hold, those of the two groups included. */
    static List<String> names() {
        return Stream.concat(
                        Arrays.stream(values()).map(FeatureGate::text),
                        Stream.of(FeatureGates.ALL_ALPHA, FeatureGates.ALL_BETA))
                .toList();
    }
}
