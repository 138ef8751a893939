package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Counts bytes and not time, so it says the same on any machine. */
@DisplayName("A reconcile that finds everything as it should be (design.md section 6)")
final class ReconcileAllocationTest {
    private static final int JOBS = 50;
    private static final long MAX_BYTES = 60_000;

    @Test
    @DisplayName("allocates a few kilobytes for a job that runs, as after a restart with ten thousand of them")
    void aReconcileOfAJobThatRunsIsCheap() {
        Cluster cluster = new Cluster();
        // Of a runtime that is hardly older than a job it is not certain that the job was made from it.
        cluster.settle(Duration.ofMinutes(2));
        for (int i = 0; i < JOBS; i++) {
            cluster.create("demo-" + i, "");
        }
        cluster.settle(Duration.ofSeconds(5));
        for (int i = 0; i < JOBS; i++) {
            cluster.run("demo-" + i);
        }
        cluster.settle(Duration.ofSeconds(5));
        restart(cluster);

        restart(cluster);

        assertThat(cluster.requests()).isEmpty();
        assertThat(cluster.controller.takeOutcomes()).hasSize(JOBS);
        assertThat(cluster.controller.takeAllocated() / JOBS)
                .as("bytes for each reconcile")
                .isPositive()
                .isLessThan(MAX_BYTES);
    }

    private static void restart(Cluster cluster) {
        cluster.requests();
        cluster.restart();
        cluster.settle(Duration.ofSeconds(5));
    }
}
