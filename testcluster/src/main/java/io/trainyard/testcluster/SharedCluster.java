package io.trainyard.testcluster;

import org.jspecify.annotations.Nullable;

/** The cluster of all test classes that ask for the same one; taken from the pool for as long as the test run. */
final class SharedCluster implements AutoCloseable {

    private final @Nullable TestCluster cluster;
    private final @Nullable RuntimeException problem;

    SharedCluster(Options options) {
        TestCluster started = null;
        RuntimeException failure = null;
        try {
            started = ClusterPool.take(options);
        } catch (RuntimeException e) {
            // Kept for the other classes, so that each fails at once and with the true reason.
            failure = e;
        }
        this.cluster = started;
        this.problem = failure;
    }

    TestCluster get() {
        if (cluster == null) {
            throw new IllegalStateException("the test cluster did not start: " + problem, problem);
        }
        return cluster;
    }

    /** To be called when a test failed: somebody will want to know what the components said. */
    void keepLogs() {
        if (cluster != null) {
            cluster.keepLogs();
        }
    }

    @Override
    public void close() {
        if (cluster == null) {
            return;
        }
        ClusterPool.giveBack(cluster);
    }
}
