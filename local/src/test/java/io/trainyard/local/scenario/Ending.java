package io.trainyard.local.scenario;

/** How a pod ends. */
public enum Ending {
    /** All containers exit with code 0. */
    WELL("Succeeded"),
    /** All containers exit with code 1. */
    BADLY("Failed");

    private final String outcome;

    Ending(String outcome) {
        this.outcome = outcome;
    }

    /** The value of the pod's annotation {@code sim/outcome}. */
    String outcome() {
        return outcome;
    }
}
