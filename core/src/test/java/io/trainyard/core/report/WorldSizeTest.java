package io.trainyard.core.report;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("WorldSize (SSRV-72, SSRV-73)")
final class WorldSizeTest {
    private static final TrainerStatus LOSS =
            new TrainerStatus(40, null, List.of(new TrainerMetric("loss", "0.5")), "2026-03-01T10:30:45Z");

    @Test
    void theDeclaredWorldIsNodesTimesProcesses() {
        assertThat(WorldSize.declared(
                        trainJob("bert", "{trainer: {numNodes: 4, numProcPerNode: 8}}"), Optional.empty()))
                .contains(32);
    }

    @Test
    void whereTheJobGivesAWordTheProgramSaysHowManyProcessesANodeHas() {
        var job = trainJob("bert", "{trainer: {numNodes: 4, numProcPerNode: auto}}");

        assertThat(WorldSize.declared(job, Optional.of(2))).contains(8);
        assertThat(WorldSize.declared(job, Optional.empty())).contains(4);
    }

    @Test
    void theNodesOfTheRuntimeAreThoseThatTheJobSetAsksFor() {
        assertThat(WorldSize.declared(trainJob("bert", "{}", "{nodes: 3}"), Optional.of(2)))
                .contains(6);
        assertThat(WorldSize.declared(trainJob("bert", "{}"), Optional.of(2))).isEmpty();
    }

    @Test
    void whatWasReportedOfTheGroupIsShownAmongTheMetrics() {
        TrainerStatus shown = WorldSize.with(LOSS, Optional.of(2), Optional.of(4));

        assertThat(shown.metrics())
                .containsExactly(
                        new TrainerMetric("loss", "0.5"),
                        new TrainerMetric("world_size", "2"),
                        new TrainerMetric("declared_world_size", "4"));
        assertThat(WorldSize.smaller(shown)).contains(new WorldSize.Smaller(2, 4));
    }

    @Test
    void aWholeGroupIsNothingToWorryAbout() {
        TrainerStatus shown = WorldSize.with(LOSS, Optional.of(4), Optional.of(4));

        assertThat(shown.metrics()).extracting(TrainerMetric::name).containsExactly("loss", "world_size");
        assertThat(WorldSize.smaller(shown)).isEmpty();
    }

    @Test
    void whoReportsNothingOfTheGroupGetsExactlyWhatHeReported() {
        assertThat(WorldSize.with(LOSS, Optional.empty(), Optional.of(4))).isSameAs(LOSS);
    }

    @Test
    void aFullListOfMetricsKeepsItsLimit() {
        TrainerStatus full = new TrainerStatus(
                40,
                null,
                IntStream.range(0, 256)
                        .mapToObj(i -> new TrainerMetric("m" + i, "1"))
                        .toList(),
                "2026-03-01T10:30:45Z");

        TrainerStatus shown = WorldSize.with(full, Optional.of(2), Optional.of(4));

        assertThat(shown.metrics()).hasSize(256).contains(new TrainerMetric("declared_world_size", "4"));
    }

    @Test
    void onlyTheAnnotationMakesAJobFail() {
        var job = trainJob("bert", "{}");
        assertThat(WorldSize.failsJob(job)).isFalse();

        job.getMetadata().setAnnotations(Map.of("trainyard.dev/on-smaller-world", "Fail"));

        assertThat(WorldSize.failsJob(job)).isTrue();
    }
}
