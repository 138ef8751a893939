package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The counters of a job whose ten thousand pods start (STATUS-31)")
final class ManyCountersTest {
    private static final int PODS = 10_000;
    private static final Duration STEP = Duration.ofMillis(50);
    private static final int STEPS = 400;

    private final Cluster cluster = new Cluster();

    @BeforeEach
    void create() {
        cluster.create("demo", "trainer: {numNodes: " + PODS + "}");
        cluster.settle();
        assertThat(cluster.requests()).containsExactly("create ConfigMap", "create JobSet");
    }

    @Test
    @DisplayName("are written once a second, however often they change, and the last ones are told")
    void areWrittenOnceASecond() {
        for (int step = 1; step <= STEPS; step++) {
            ready(step * PODS / STEPS);
            cluster.settle(STEP);
        }
        cluster.settle(Duration.ofSeconds(2));
        // The first one changes the phase; twenty seconds of counting follow.
        assertThat(cluster.requests()).hasSizeBetween(15, 22).containsOnly("status TrainJob");
        assertThat(cluster.status("demo").jobsStatus()).singleElement().satisfies(job -> assertThat(job.ready())
                .isEqualTo(PODS));
    }

    @Test
    @DisplayName(
            "are no more urgent where the processes formed a smaller group than declared, which is told again and again (STATUS-31)")
    void areNotUrgentInASmallerWorld() {
        ready(1);
        cluster.settle();
        cluster.api.patch(
                TrainJob.class,
                "demo",
                "{status: {trainerStatus: {metrics: [{name: world_size, value: '2'}, {name: declared_world_size, value: '4'}]}}}");
        cluster.settle(Duration.ofSeconds(2));
        cluster.requests();
        countFor(Duration.ofSeconds(5));
        assertThat(cluster.requests()).hasSizeBetween(1, 7).containsOnly("status TrainJob");
        assertThat(cluster.eventReasons()).containsExactly("SmallerWorld");
    }

    @Test
    @DisplayName("tell at once that it runs, and the next change, too")
    void theFirstChangesAreToldAtOnce() {
        ready(1);
        cluster.settle();
        assertThat(cluster.status("demo").phase()).isEqualTo("Running");
        ready(2);
        cluster.settle();
        assertThat(cluster.requests()).containsExactly("status TrainJob", "status TrainJob");
    }

    @Test
    @DisplayName("never keep its end waiting")
    void theEndIsToldAtOnce() {
        countFor(Duration.ofSeconds(1));
        cluster.complete("demo");
        cluster.settle(STEP);
        assertThat(cluster.conditions("demo")).containsExactly("Complete=True/AllJobsCompleted");
    }

    @Test
    @DisplayName("never keep its suspension waiting, nor that its pods are gone then")
    void theSuspensionIsToldAtOnce() {
        countFor(Duration.ofSeconds(1));
        cluster.suspend("demo", true);
        cluster.settle();
        assertThat(cluster.conditions("demo")).containsExactly("Suspended=True/Suspended");
        cluster.reportSuspended("demo");
        cluster.settle();
        assertThat(cluster.status("demo").jobsStatus()).singleElement().satisfies(job -> assertThat(job.active())
                .isZero());
    }

    @Test
    @DisplayName("of one job do not wait for those of another")
    void jobsDoNotWaitForEachOther() {
        cluster.create("other", "");
        cluster.settle();
        cluster.run("other");
        countFor(Duration.ofSeconds(1));
        cluster.requests();
        cluster.api.patch(
                JobSet.class,
                "other",
                "{status: {replicatedJobsStatus: [{name: node, ready: 1, succeeded: 1, failed: 0, active: 1, suspended: 0}]}}");
        cluster.settle();
        assertThat(cluster.api
                        .find(TrainJob.class, "other")
                        .orElseThrow()
                        .statusOrEmpty()
                        .jobsStatus())
                .singleElement()
                .satisfies(job -> assertThat(job.succeeded()).isOne());
    }

    private void countFor(Duration duration) {
        for (int pods = 1; pods <= duration.dividedBy(STEP); pods++) {
            ready(pods);
            cluster.settle(STEP);
        }
    }

    private void ready(int pods) {
        cluster.api.patch(
                JobSet.class,
                "demo",
                "{status: {replicatedJobsStatus: [{name: node, ready: %d, succeeded: 0, failed: 0, active: %d, suspended: 0}]}}"
                        .formatted(pods, PODS));
    }
}
