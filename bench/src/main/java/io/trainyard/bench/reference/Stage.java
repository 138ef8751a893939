package io.trainyard.bench.reference;

import io.trainyard.testcluster.AuditLog;
import io.trainyard.testcluster.TestCluster;
import java.time.Duration;

/** A part of the measurement from its beginning on: what was used and written meanwhile. All methods block. */
final class Stage {
    private final TestCluster cluster;
    private final ProcessHandle controller;
    private final AuditLog requests;
    private final ProcessorTime begin;

    private Stage(TestCluster cluster, ProcessHandle controller) {
        this.cluster = cluster;
        this.controller = controller;
        this.requests = cluster.auditLog().fromNow();
        this.begin = ProcessorTime.now(cluster, controller);
    }

    /** Begins. */
    static Stage begin(TestCluster cluster, ProcessHandle controller) {
        return new Stage(cluster, controller);
    }

    /** How long it took until a moment, by {@link System#nanoTime()}. */
    Duration until(long moment) {
        return Duration.ofNanos(moment - begin.at());
    }

    /** Processor time since the beginning. */
    ProcessorTime used() {
        return ProcessorTime.now(cluster, controller).since(begin);
    }

    /** The controller's writes since the beginning. */
    Writes writes() {
        return Writes.of(requests.records());
    }
}
