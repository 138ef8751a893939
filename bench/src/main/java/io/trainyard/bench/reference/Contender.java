package io.trainyard.bench.reference;

import java.nio.file.Path;
import java.time.Duration;

/** A controller that is measured: one process on a cluster of its own, with its definitions and webhooks. All methods block. */
interface Contender extends AutoCloseable {
    /** How people call it. */
    String title();

    /** How it runs, in one line, as far as its figures depend on it. */
    String circumstances();

    /**
     * Starts it, and waits until it is ready and the API server asks its webhooks.
     *
     * @return from the start of the process until it said that it is ready
     */
    Duration start();

    /** What it writes; the file is gone once the cluster is closed. */
    Path log();

    /** The process that runs; an error when none does. */
    ProcessHandle process();

    /** Ends it as Kubernetes does, and waits until it is gone. */
    void stop();

    @Override
    void close();
}
