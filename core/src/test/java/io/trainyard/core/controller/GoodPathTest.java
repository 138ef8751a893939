package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.queue.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A TrainJob that goes well")
final class GoodPathTest {
    private final Cluster cluster = new Cluster();

    @Test
    @DisplayName("costs four writes, no reads and no failed pass (budget of design.md section 6)")
    void costsFourWritesAndNoReads() {
        cluster.create("demo", "");
        cluster.settle();
        assertThat(cluster.requests()).containsExactly("create ConfigMap", "create JobSet");
        cluster.run("demo");
        cluster.settle();
        assertThat(cluster.requests()).containsExactly("status TrainJob");
        cluster.complete("demo");
        cluster.settle();
        assertThat(cluster.requests()).containsExactly("status TrainJob");
        assertThat(cluster.conditions("demo")).containsExactly("Complete=True/AllJobsCompleted");
        assertThat(cluster.controller.takeOutcomes())
                .hasSizeLessThanOrEqualTo(4)
                .noneMatch(Outcome.Retry.class::isInstance);
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    @DisplayName(
            "tells what it asks for once: not again after a restart, nor when its JobSet is made anew (OPS-34, OPS-36)")
    void tellsItsDemandOnce() {
        cluster.create("demo", "trainer: {numNodes: 3}");
        cluster.settle();
        assertThat(cluster.controller.started).containsExactly("demo on 3");
        cluster.run("demo");
        cluster.settle();
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();
        assertThat(cluster.jobSet("demo")).isPresent();
        assertThat(cluster.controller.started).hasSize(1);
        cluster.restart();
        cluster.settle();
        assertThat(cluster.controller.started).isEmpty();
    }

    @Test
    @DisplayName("is looked at again only when there is something new")
    void ownWritesCauseNoPass() {
        cluster.create("demo", "");
        cluster.settle();
        assertThat(cluster.controller.takeOutcomes()).hasSize(1);
        cluster.run("demo");
        cluster.settle();
        assertThat(cluster.controller.takeOutcomes()).hasSize(1);
    }

    @Test
    @DisplayName("needs no request once it is up to date (PIPE-62)")
    void aPassOverAnUpToDateJobMakesNoRequest() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        cluster.settle();
        cluster.requests();
        cluster.controller.takeOutcomes();
        cluster.api.patch(io.trainyard.spi.model.TrainJob.class, "demo", "{metadata: {annotations: {touched: x}}}");
        cluster.settle();
        assertThat(cluster.controller.takeOutcomes()).containsExactly(Outcome.done());
        assertThat(cluster.requests()).isEmpty();
    }

    @Test
    @DisplayName("needs none after a restart either (design.md section 5)")
    void aRestartWritesNothing() {
        // Of a runtime that is as old as its jobs nobody could tell whether it is still the same.
        cluster.settle(Duration.ofMinutes(2));
        for (String suspended : List.of("", "suspend: true")) {
            String name = suspended.isEmpty() ? "running" : "waiting";
            cluster.create(name, suspended);
            cluster.settle();
            if (suspended.isEmpty()) {
                cluster.run(name);
            } else {
                cluster.reportSuspended(name);
            }
            cluster.settle();
        }
        cluster.create("done", "");
        cluster.settle();
        cluster.complete("done");
        cluster.settle();
        cluster.requests();
        cluster.restart();
        cluster.settle();
        assertThat(cluster.controller.takeOutcomes()).hasSize(3).allMatch(Outcome.done()::equals);
        assertThat(cluster.requests()).isEmpty();
    }

    @Test
    @DisplayName("has its JobSet, its snapshot and their owner (JOBSET-01, JOBSET-03, PIPE-70)")
    void hasItsObjects() {
        String uid = cluster.create("demo", "").getMetadata().getUid();
        cluster.settle();
        JobSet jobSet = cluster.jobSet("demo").orElseThrow();
        assertThat(jobSet.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo(uid));
        assertThat(jobSet.replicatedJobs()).hasSize(1);
        assertThat(cluster.snapshot("demo").orElseThrow().getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo(uid));
    }
}
