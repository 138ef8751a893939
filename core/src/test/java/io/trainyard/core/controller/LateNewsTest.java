package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("News that arrive late, together or not at all")
final class LateNewsTest {
    private final Cluster cluster = new Cluster();

    @Test
    @DisplayName("a change of the spec that came just before our status write is not taken for our own")
    void aSpecChangeBeforeOurStatusWrite() {
        boolean[] done = new boolean[1];
        cluster.api.addFaults(request -> {
            if (!done[0] && request.verb().equals("status")) {
                done[0] = true;
                cluster.suspend("demo", false);
            }
            return Optional.empty();
        });
        cluster.create("demo", "suspend: true");
        cluster.controller.trainJobs.deliverOne(false);
        // The watch was lost, so only the state after both is seen.
        cluster.controller.trainJobs.relist();
        cluster.settle();
        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
    }

    @Test
    @DisplayName(
            "the end of a job is not written to a newer one of the same name, whose making nobody has told us yet (JOBSET-17)")
    void theEndOfAnEarlierTrainJob() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.fail("demo");
        cluster.api.remove(TrainJob.class, "demo");
        cluster.create("demo", "");
        cluster.controller.jobSets.deliver();
        assertThat(cluster.conditions("demo")).isEmpty();
        for (int i = 0; i < 3; i++) {
            cluster.api.collectGarbage();
            cluster.settle(Duration.ofSeconds(1));
        }
        assertThat(cluster.conditions("demo")).isEmpty();
        assertThat(cluster.jobSet("demo")).isPresent();
    }

    @Test
    @DisplayName("a JobSet that was deleted before the watch told of it is made anew all the same (JOBSET-23)")
    void aJobSetThatNobodyEverSaw() {
        cluster.create("demo", "");
        cluster.controller.trainJobs.deliver();
        cluster.api.remove(JobSet.class, "demo");
        cluster.controller.jobSets.relist();
        cluster.settle(Duration.ofSeconds(32));
        assertThat(cluster.jobSet("demo")).isPresent();
    }

    @Test
    @DisplayName("the deadline is told although its JobSet cannot be deleted yet, and told once (STATUS-13, STATUS-21)")
    void theDeadlineIsToldAlthoughTheDeleteFails() {
        cluster.create("demo", "activeDeadlineSeconds: 60");
        cluster.settle();
        cluster.api.failNext("delete", "JobSet", InMemoryKubeApi.failure(ApiFailure.Kind.OVERLOADED, "later"));
        cluster.settle(Duration.ofSeconds(62));
        assertThat(cluster.jobSet("demo")).isEmpty();
        assertThat(cluster.conditions("demo")).containsExactly("Failed=True/DeadlineExceeded");
        assertThat(cluster.eventReasons()).containsExactly("DeadlineExceeded");
    }

    @Test
    @DisplayName(
            "a JobSet that somebody does not permit to delete after the deadline is told of: its pods run on (STATUS-13, STATUS-20)")
    void aRefusedDeletionIsTold() {
        cluster.create("demo", "activeDeadlineSeconds: 60");
        cluster.settle();
        cluster.api.addFaults(request -> request.toString().startsWith("delete JobSet")
                ? Optional.of(new InMemoryKubeApi.Fault(
                        InMemoryKubeApi.failure(ApiFailure.Kind.FORBIDDEN, "deletions are forbidden"), false))
                : Optional.empty());
        cluster.settle(Duration.ofMinutes(4));
        assertThat(cluster.conditions("demo")).containsExactly("Failed=True/DeadlineExceeded");
        assertThat(cluster.eventReasons())
                .containsExactlyInAnyOrder("DeadlineExceeded", "TrainJobResourcesCreationFailed");
        assertThat(cluster.eventMessages()).anyMatch(message -> message.contains("deletions are forbidden"));
    }

    @Test
    @DisplayName("the last state of a JobSet is kept until it is written down, and no longer (STATUS-09)")
    void finalStatesAreForgotten() {
        TrainJob demo = cluster.create("demo", "");
        cluster.settle();
        cluster.complete("demo");
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();
        assertThat(cluster.conditions("demo")).containsExactly("Complete=True/AllJobsCompleted");
        assertThat(cluster.controller.observed.finalState(demo)).isEmpty();
    }

    @Test
    @DisplayName("the last state of a JobSet whose TrainJob is gone before it is not kept")
    void finalStatesOfDeletedTrainJobsAreForgotten() {
        TrainJob demo = cluster.create("demo", "");
        cluster.settle();
        cluster.complete("demo");
        cluster.api.remove(TrainJob.class, "demo");
        cluster.api.remove(JobSet.class, "demo");
        cluster.controller.trainJobs.deliver();
        cluster.settle();
        assertThat(cluster.controller.observed.finalState(demo)).isEmpty();
    }

    @Test
    @DisplayName("the last state of a JobSet whose TrainJob had ended before is not kept")
    void finalStatesOfFinishedTrainJobsAreForgotten() {
        TrainJob demo = cluster.create("demo", "");
        cluster.settle();
        cluster.complete("demo");
        cluster.settle();
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();
        assertThat(cluster.controller.observed.finalState(demo)).isEmpty();
    }
}
