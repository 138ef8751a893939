package io.trainyard.core.jobset;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.TrainJob;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ObservedJobSets")
final class ObservedJobSetsTest {
    private final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-01-05T11:00:00Z"));
    private final ObservedJobSets jobSets = new ObservedJobSets(
            new OwnWrites<>(new InMemoryKubeApi(time).cache(JobSet.class, Map.of()), time), () -> {});
    private final TrainJob demo = trainJob("demo", "{}");

    @Test
    @DisplayName("without a JobSet nothing is known of how the job goes, so the status stays (PIPE-13)")
    void withoutAJobSetTheStatusStays() {
        assertThat(jobSets.terminalState(demo)).isEmpty();
    }

    @Test
    @DisplayName("only the JobSet that the TrainJob controls tells how it goes (PIPE-60)")
    void onlyTheControlledJobSetCounts() {
        demo.getMetadata().setNamespace("team-a");
        demo.getMetadata().setUid("uid-of-demo");
        jobSets.wrote(JobSets.of("uid-of-another", "suspend: false", "conditions: []"));
        assertThat(jobSets.terminalState(demo)).isEmpty();

        jobSets.wrote(JobSets.owned("suspend: false", "conditions: [{type: Failed, status: 'True'}]"));
        assertThat(jobSets.terminalState(demo))
                .hasValueSatisfying(state -> assertThat(state.terminal()).isPresent());
    }
}
