package io.trainyard.testcluster;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that test runs in this virtual machine use one after the other: Maven makes a run of each class. To start one costs more than to bring one
 * back to what it was. At most one is kept, until another kind is asked for or the virtual machine ends.
 */
final class ClusterPool {
    /** System property: {@code false} gives each test run a cluster of its own. */
    static final String REUSE_PROPERTY = "testcluster.reuse";

    private static final boolean IS_REUSED = Boolean.parseBoolean(System.getProperty(REUSE_PROPERTY, "true"));
    private static @Nullable TestCluster kept;
    private static boolean endsWithMachine;

    private ClusterPool() {}

    /** A cluster that holds what a new one holds; blocks for seconds where it is started. It belongs to the caller until it is given back. */
    static synchronized TestCluster take(Options options) {
        Options wanted = sharable(options);
        TestCluster found = kept;
        kept = null;
        if (found != null && found.options().equals(wanted)) {
            return found;
        }
        if (found != null) {
            found.close();
        }
        return TestCluster.start(wanted);
    }

    /** Keeps the cluster for the next, or ends it where a test failed, or where it is not what it was. */
    static synchronized void giveBack(TestCluster cluster) {
        if (cluster.areLogsKept()) {
            cluster.close();
            System.err.println("test cluster: a test failed; the logs are in " + cluster.runFolder());
            return;
        }
        if (!IS_REUSED || kept != null || restored(cluster).isPresent()) {
            cluster.close();
            return;
        }
        kept = cluster;
        if (!endsWithMachine) {
            endsWithMachine = true;
            Runtime.getRuntime().addShutdownHook(new Thread(ClusterPool::end, "test-cluster-pool-end"));
        }
    }

    private static Optional<String> restored(TestCluster cluster) {
        Optional<String> problem;
        try {
            problem = cluster.restoreInitialState();
        } catch (RuntimeException e) {
            // Whatever it is, a new cluster does not have it.
            problem = Optional.of(String.valueOf(e.getMessage()));
        }
        problem.ifPresent(
                text -> System.err.println("test cluster: the next class gets a new one, since here " + text));
        return problem;
    }

    /** Who counts requests and who does not share one where they can: to record them costs next to nothing. */
    private static Options sharable(Options options) {
        return options.kind() == ClusterKind.FULL ? options.withAudit(true) : options;
    }

    private static synchronized void end() {
        if (kept != null) {
            kept.close();
            kept = null;
        }
    }
}
