package io.trainyard.core.reconcile;

import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("TrainingJobs: which replicated jobs train, and whose pods are nodes (STATUS-33)")
final class TrainingJobsTest {
    @ParameterizedTest(name = "{0} of {1}: {2}")
    @DisplayName("with MPI launcher and nodes train; the launcher is a node where the runtime says so")
    @CsvSource(
            delimiter = '|',
            value = {
                "{mpi: {runLauncherAsNode: true}} | launcher:trainer:1 node::2        | launcher=1 is a node, node=2 is a node",
                "{mpi: {}}                        | launcher:trainer:1 node::3        | launcher=1, node=3 is a node",
                "{mpi: {runLauncherAsNode: true}} | launcher:trainer:1 node::0        | launcher=1 is a node, node=0 is a node",
                "{mpi: {runLauncherAsNode: true}} | launcher:trainer:1                | launcher=1 is a node",
                "{mpi: {}}                        | node:trainer:3                    | node=3 is a node",
                "{mpi: {}}                        | launcher:trainer:1 worker::3      | launcher=1 is a node",
                "{torch: {}}                      | launcher::1 node:trainer:3        | node=3 is a node",
                "{}                               | node:trainer:3                    | node=3 is a node",
                "{torch: {}}                      | job::3                            | nothing",
            })
    void whatTrains(String policy, String podSets, String expected) {
        RuntimeInfo info = new RuntimeInfo(
                Map.of(),
                Map.of(),
                new RuntimePolicy(
                        clusterRuntime("any", "mlPolicy: " + policy).getSpec().mlPolicy(), null),
                Trainer.EMPTY,
                Map.of(),
                Arrays.stream(podSets.split(" ")).map(TrainingJobsTest::podSet).toList());

        assertThat(TrainingJobs.fixed(info)
                        .map(training -> training.jobs().stream()
                                .map(job -> job.name() + "=" + job.pods() + (job.isNode() ? " is a node" : ""))
                                .collect(Collectors.joining(", ")))
                        .orElse("nothing"))
                .isEqualTo(expected);
    }

    private static PodSetDefinition podSet(String words) {
        List<String> parts = Arrays.asList(words.split(":"));
        PodSetDefinition.Builder builder = PodSetDefinition.builder("demo", parts.get(0));
        return (parts.get(1).isEmpty() ? builder : builder.ancestor(parts.get(1)))
                .count(Integer.parseInt(parts.get(2)))
                .build();
    }
}
