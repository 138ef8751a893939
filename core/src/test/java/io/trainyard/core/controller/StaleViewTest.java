package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.queue.Outcome;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A controller that knows an older state of the cluster")
final class StaleViewTest {
    private static final Duration A_WHILE = Duration.ofSeconds(20);

    private final Cluster cluster = new Cluster();

    @Test
    @DisplayName(
            "does not run a job again that has ended and lost its JobSet, and leaves its end alone (JOBSET-18, STATUS-14)")
    void anEndIsAnEnd() {
        cluster.create("demo", "suspend: true");
        cluster.settle();
        Controller old = new Controller(cluster.api, cluster.time);
        old.trainJobs.start();
        cluster.suspend("demo", false);
        cluster.settle();
        cluster.complete("demo");
        cluster.settle();
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();

        // Its lists of other kinds show the present: there is no JobSet, and none is heard to go.
        old.jobSets.start();
        old.snapshots.start();
        old.runtimes.start();
        cluster.failOverTo(old);
        advance(A_WHILE);

        assertThat(cluster.jobSet("demo")).isEmpty();
        assertThat(cluster.conditions("demo")).contains("Complete=True/AllJobsCompleted");
        cluster.restart();
        cluster.settle();
        assertThat(cluster.jobSet("demo"))
                .as("after a restart that sees everything")
                .isEmpty();
        assertThat(cluster.conditions("demo")).contains("Complete=True/AllJobsCompleted");
    }

    @Test
    @DisplayName("does not build a job that is new to it and has long ended (JOBSET-18)")
    void aJobThatSeemsNew() {
        Controller old = new Controller(cluster.api, cluster.time);
        cluster.create("demo", "");
        old.trainJobs.start();
        cluster.settle();
        cluster.complete("demo");
        cluster.settle();
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();
        int before = cluster.api.requests().size();

        old.jobSets.start();
        old.runtimes.start();
        cluster.failOverTo(old);
        advance(A_WHILE);

        assertThat(cluster.api.requests().stream().skip(before))
                .noneMatch(request -> request.toString().startsWith("create JobSet"));
        assertThat(cluster.conditions("demo")).containsExactly("Complete=True/AllJobsCompleted");
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    @DisplayName("does not write the status of a dead TrainJob to the living one of that name (STATUS-14)")
    void theStatusOfANamesake() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        Controller old = cluster.standBy();
        cluster.api.remove(TrainJob.class, "demo");
        cluster.api.collectGarbage();
        String living = cluster.create("demo", "suspend: true").getMetadata().getUid();
        cluster.settle();

        cluster.failOverTo(old);
        advance(A_WHILE);

        assertThat(cluster.status("demo").jobsStatus()).isEmpty();
        assertThat(cluster.conditions("demo")).containsExactly("Suspended=True/Suspended");
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo(living));
        assertThat(cluster.events())
                .filteredOn(event -> event.getType().equals("Warning"))
                .isEmpty();
    }

    @Test
    @DisplayName("does not stop a running job by a suspend that was undone (JOBSET-25)")
    void aSuspendThatWasUndone() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        cluster.settle();
        cluster.controller.stop();
        cluster.suspend("demo", true);
        Controller old = cluster.standBy();
        cluster.suspend("demo", false);
        int before = cluster.api.requests().size();

        cluster.failOverTo(old);
        advance(A_WHILE);

        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
        assertThat(cluster.conditions("demo")).isEmpty();
        assertThat(cluster.api.requests().stream().skip(before))
                .as("one look at the TrainJob, and no more while nothing is heard of it")
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    @DisplayName("makes nothing a second time for a TrainJob that is gone, however late it hears of that (JOBSET-18)")
    void aDeletionThatIsHeardOfLate() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.requests();
        cluster.api.remove(TrainJob.class, "demo");

        passWithoutTrainJobs(Duration.ofSeconds(6));

        assertThat(cluster.requests()).containsExactly("get TrainJob");
        assertThat(cluster.jobSet("demo")).isEmpty();
        assertThat(cluster.api.all(ConfigMap.class)).isEmpty();
    }

    @Test
    @DisplayName(
            "makes everything once at most for a TrainJob whose creation it hears of after its deletion (JOBSET-18)")
    void aLifeThatIsHeardOfLate() {
        cluster.create("demo", "");
        cluster.api.remove(TrainJob.class, "demo");
        cluster.controller.trainJobs.deliverOne(false);

        passWithoutTrainJobs(Duration.ofSeconds(6));

        assertThat(cluster.requests()).containsExactly("create ConfigMap", "create JobSet", "get TrainJob");
        assertThat(cluster.api.all(JobSet.class)).isEmpty();
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    @DisplayName("asks ever more seldom while nothing is heard, and goes on when it hears of the change (JOBSET-26)")
    void backsOff() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.requests();
        cluster.controller.takeOutcomes();
        cluster.api.patch(TrainJob.class, "demo", "{metadata: {labels: {theirs: x}}}");
        cluster.run("demo");
        cluster.controller.jobSets.deliver();
        cluster.time.advance(Duration.ofSeconds(5));

        assertThat(cluster.controller.takeOutcomes()).contains(Outcome.requeue());
        assertThat(cluster.requests()).containsExactly("status TrainJob", "get TrainJob", "status TrainJob");
        assertThat(cluster.status("demo").jobsStatus()).isNotEmpty();
        assertThat(cluster.events()).as("a harmless conflict warns nobody").isEmpty();
    }

    @Test
    @DisplayName("does not take counters of a job that has ended from an older state of its JobSet (STATUS-17)")
    void olderCounters() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        cluster.settle();
        Controller old = cluster.standBy();
        cluster.complete("demo");
        cluster.settle();
        var ended = cluster.status("demo");

        old.trainJobs.deliver();
        cluster.failOverTo(old);
        advance(A_WHILE);

        assertThat(cluster.status("demo")).isEqualTo(ended);
    }

    /** Garbage is collected and everything is heard of but TrainJobs. */
    private void passWithoutTrainJobs(Duration duration) {
        for (long spent = 0; spent < duration.toMillis(); spent += 300) {
            cluster.api.collectGarbage();
            cluster.controller.jobSets.deliver();
            cluster.controller.snapshots.deliver();
            cluster.time.advance(Duration.ofMillis(300));
        }
    }

    /** Time passes, and nothing is heard of. */
    private void advance(Duration duration) {
        for (long spent = 0; spent < duration.toMillis(); spent += 50) {
            cluster.time.advance(Duration.ofMillis(50));
        }
    }
}
