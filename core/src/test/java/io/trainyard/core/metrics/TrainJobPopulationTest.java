package io.trainyard.core.metrics;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("TrainJobPopulation: the number of TrainJobs, by namespace, runtime and state (OPS-36)")
final class TrainJobPopulationTest {
    @Test
    void countsWhatIsThereAndNothingElse() {
        TrainJob fresh = trainJob("a", "{runtimeRef: {name: torch}}", "{}");
        TrainJob running = trainJob("b", "{runtimeRef: {name: torch}}", "{phase: Running}");
        TrainJob other = trainJob("c", "{runtimeRef: {name: jax}}", "{phase: Running}");
        other.getMetadata().setNamespace("team-b");

        assertThat(TrainJobPopulation.count(List.of(fresh, running, other, running)))
                .isEqualTo(Map.of(
                        new TrainJobPopulation("team-a", "torch", "created"), 1,
                        new TrainJobPopulation("team-a", "torch", "running"), 2,
                        new TrainJobPopulation("team-b", "jax", "running"), 1));
        assertThat(TrainJobPopulation.count(List.of())).isEmpty();
    }

    @Test
    @DisplayName("a bounded number of populations is told apart, and the rest is counted together (OPS-131)")
    void populationsAreBounded() {
        List<TrainJob> jobs = IntStream.range(0, TrainJobPopulation.MAX_POPULATIONS + 500)
                .mapToObj(i -> trainJob("job", "{runtimeRef: {name: runtime-" + i + "}}", "{phase: Running}"))
                .toList();

        assertThat(TrainJobPopulation.count(jobs))
                .hasSize(TrainJobPopulation.MAX_POPULATIONS + 1)
                .containsEntry(new TrainJobPopulation("other", "other", "other"), 500);
    }
}
