package io.trainyard.core.status;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.status.Observation.JobSetPresence;
import io.trainyard.spi.model.TrainJob;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A group of processes that is smaller than declared (SSRV-73)")
final class SmallerWorldTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:00:30Z");
    private static final String TWO_OF_FOUR =
            "trainerStatus: {metrics: [{name: world_size, value: '2'}, {name: declared_world_size, value: '4'}]}";

    @Test
    void isToldToTheUserWhereTheJobAsksForNothingMore() {
        StatusDecision decision = decide(job("{}", "{" + TWO_OF_FOUR + "}"));

        assertThat(decision.status().isFinished()).isFalse();
        assertThat(decision.deleteJobSet()).isFalse();
        assertThat(decision.events()).singleElement().satisfies(event -> assertThat(event)
                .isEqualTo(EventDraft.notice(
                        "SmallerWorld",
                        "the training processes formed a group of 2, but the TrainJob declares 4: look at how the"
                                + " program is started (torchrun instead of python?) and at its rendezvous")));
    }

    @Test
    void failsTheJobThatWantsItAndEndsItsPods() {
        StatusDecision decision = decide(failing(job("{}", "{" + TWO_OF_FOUR + "}")));

        assertThat(decision.status().condition("Failed")).hasValueSatisfying(failed -> {
            assertThat(failed.getReason()).isEqualTo("SmallerWorld");
            assertThat(failed.getMessage()).startsWith("the training processes formed a group of 2");
        });
        assertThat(decision.deleteJobSet()).isTrue();
        assertThat(decision.events()).extracting(EventDraft::reason).containsExactly("SmallerWorld");
    }

    @Test
    void isNoNewsOfAJobThatHasEndedOrIsSuspended() {
        String complete = "conditions: [{type: Complete, status: 'True', reason: AllJobsCompleted, message: done,"
                + " lastTransitionTime: '2026-01-05T10:00:10Z'}]";

        assertThat(decide(failing(job("{}", "{" + TWO_OF_FOUR + ", " + complete + "}")))
                        .status()
                        .condition("Failed"))
                .isEmpty();
        assertThat(decide(failing(job("{suspend: true}", "{" + TWO_OF_FOUR + "}")))
                        .status()
                        .condition("Failed"))
                .isEmpty();
    }

    @Test
    void aWholeGroupIsNoNews() {
        assertThat(decide(failing(job("{}", "{trainerStatus: {metrics: [{name: world_size, value: '4'}]}}")))
                        .events())
                .isEmpty();
    }

    private static StatusDecision decide(TrainJob job) {
        return StatusCalculator.calculate(
                new Observation(
                        job, true, Optional.empty(), JobSetPresence.PRESENT, Optional.empty(), BuildReport.FINE),
                NOW);
    }

    private static TrainJob job(String spec, String status) {
        return trainJob("demo", spec, status);
    }

    private static TrainJob failing(TrainJob job) {
        job.getMetadata().setAnnotations(Map.of("trainyard.dev/on-smaller-world", "Fail"));
        return job;
    }
}
