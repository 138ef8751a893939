package io.trainyard.bench.reference;

/** How hard a controller may press the API server. */
enum Limits {
    /** What each is shipped with: 50 requests a second and bursts of 100 for Kubeflow Trainer, no fixed limit for Trainyard. */
    SHIPPED("clientConnection: {}"),
    /** More than either ever sends. */
    LIFTED("clientConnection: {qps: 5000, burst: 10000}");

    private final String section;

    Limits(String section) {
        this.section = section;
    }

    /** The section of a configuration that says so; ends with a line break. */
    String section() {
        return section + "\n";
    }

    /** One line for people. */
    String inWords() {
        return section;
    }
}
