package io.trainyard.testcluster;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The clusters that test runs in this virtual machine use one after the other: Maven makes a run of each class. To start one costs more than to bring one back
 * to what it was, or to what the next run asks for. At most one of each kind is kept, until the virtual machine ends; one with rare options is not kept.
 */
final class ClusterPool {
    /** System property: {@code false} gives each test run a cluster of its own. */
    static final String REUSE_PROPERTY = "testcluster.reuse";

    private static final boolean IS_REUSED = Boolean.parseBoolean(System.getProperty(REUSE_PROPERTY, "true"));
    private static final Map<ClusterKind, TestCluster> KEPT = new EnumMap<>(ClusterKind.class);
    private static boolean endsWithMachine;

    private ClusterPool() {}

    /** A cluster that holds what a new one holds; blocks for seconds where it is started. It belongs to the caller until it is given back. */
    static synchronized TestCluster take(Options options) {
        // Who counts requests and who does not share one: to record them costs next to nothing.
        Options wanted = options.withAudit(true);
        TestCluster kept = KEPT.get(wanted.kind());
        if (kept == null || !wanted.canFollow(kept.options())) {
            return started(wanted);
        }
        KEPT.remove(wanted.kind());
        try {
            kept.become(wanted);
            return kept;
        } catch (RuntimeException e) {
            say("a new one instead of one that did not become what is asked for: " + e.getMessage());
            kept.close();
            return started(wanted);
        }
    }

    private static TestCluster started(Options options) {
        long begin = System.nanoTime();
        TestCluster cluster = TestCluster.start(options);
        say("%s, started in %.1f s".formatted(cluster, (System.nanoTime() - begin) / 1e9));
        return cluster;
    }

    /** Keeps the cluster for the next, or ends it where a test failed, or where it is not what it was. */
    static synchronized void giveBack(TestCluster cluster) {
        if (cluster.areLogsKept()) {
            cluster.close();
            say("a test failed; the logs are in " + cluster.runFolder());
            return;
        }
        ClusterKind kind = cluster.options().kind();
        if (!IS_REUSED || !cluster.options().isCommon() || KEPT.containsKey(kind) || !isRestored(cluster)) {
            cluster.close();
            return;
        }
        KEPT.put(kind, cluster);
        if (!endsWithMachine) {
            endsWithMachine = true;
            Runtime.getRuntime().addShutdownHook(new Thread(ClusterPool::end, "test-cluster-pool-end"));
        }
    }

    private static boolean isRestored(TestCluster cluster) {
        Optional<String> problem;
        try {
            problem = cluster.restoreInitialState();
        } catch (RuntimeException e) {
            // Whatever it is, a new cluster does not have it.
            problem = Optional.of(String.valueOf(e.getMessage()));
        }
        problem.ifPresent(text -> say("the next class gets a new one, since here " + text));
        return problem.isEmpty();
    }

    private static void say(String what) {
        System.err.println("test cluster: " + what);
    }

    private static synchronized void end() {
        KEPT.values().forEach(TestCluster::close);
        KEPT.clear();
    }
}
