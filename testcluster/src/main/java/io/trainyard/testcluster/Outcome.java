package io.trainyard.testcluster;

/** How a simulated pod ends. */
public enum Outcome {
    /** All containers exit with code 0. */
    SUCCEEDED("Succeeded"),
    /** All containers exit with code 1. */
    FAILED("Failed");

    private final String annotation;

    Outcome(String annotation) {
        this.annotation = annotation;
    }

    /** The value of the pod's annotation {@code sim/outcome}, which is also the phase that the pod gets. */
    public String annotation() {
        return annotation;
    }
}
