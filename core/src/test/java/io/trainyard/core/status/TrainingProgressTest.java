package io.trainyard.core.status;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.status.Observation.JobSetPresence;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.result.TerminalState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("StatusCalculator: nodes, and where the training is (STATUS-33, STATUS-34)")
final class TrainingProgressTest {
    @ParameterizedTest(name = "launcher {0}, node {1}, {2}: {3}, {4} of {5} nodes")
    @DisplayName("a launcher and its nodes train together, and are ready one by one (API-84 to API-87, STATUS-33)")
    @CsvSource({
        "0, 0, true, Pending, 0, 3",
        "0, 1, true, Starting, 2, 3",
        "1, 1, true, Running, 3, 3",
        "1, 0, true, Starting, 1, 3",
        "0, 1, false, Starting, 2, 2",
        "1, 1, false, Running, 2, 2",
        "1, 0, false, Starting, 0, 2"
    })
    void launcherAndNodes(int launcher, int node, boolean launcherIsNode, String phase, int ready, int nodes) {
        List<JobStatus> jobs =
                List.of(new JobStatus("launcher", launcher, 0, 0, 1, 0), new JobStatus("node", node, 0, 0, 1, 0));
        Observation.Training training = new Observation.Training(
                List.of(
                        new Observation.TrainingJob("launcher", 1, launcherIsNode),
                        new Observation.TrainingJob("node", 2, true)),
                Optional.empty());

        TrainJobStatus status = calculated("{}", jobs, training).status();

        assertThat(status.phase()).isEqualTo(phase);
        assertThat(status.readyNodes()).isEqualTo(ready);
        assertThat(status.nodes()).isEqualTo(nodes);
        assertThat(status.selector())
                .endsWith(
                        launcherIsNode
                                ? ",jobset.sigs.k8s.io/replicatedjob-name in (launcher,node)"
                                : ",jobset.sigs.k8s.io/replicatedjob-name=node");
    }

    @Test
    @DisplayName("a launcher that is the only node does not wait for nodes (STATUS-33)")
    void aLauncherAlone() {
        Observation.Training training = new Observation.Training(
                List.of(new Observation.TrainingJob("launcher", 1, true), new Observation.TrainingJob("node", 0, true)),
                Optional.empty());
        List<JobStatus> jobs = List.of(new JobStatus("launcher", 1, 0, 0, 1, 0), new JobStatus("node", 0, 1, 0, 0, 0));

        TrainJobStatus status = calculated("{}", jobs, training).status();

        assertThat(status.phase()).isEqualTo("Running");
        assertThat(status.readyNodes()).isEqualTo(1);
        assertThat(status.nodes()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} ready, {1} active: {2}")
    @DisplayName("pods that were found ending are ending until they are ready or gone (STATUS-34)")
    @CsvSource({"0, 1, Ending", "1, 1, Running", "0, 0, Pending"})
    void ending(int ready, int active, String phase) {
        TrainJobStatus status = calculated(
                        "{phase: Ending, state: 'Ending: container collector keeps a pod'}",
                        List.of(new JobStatus("node", ready, 0, 0, active, 0)),
                        Observation.Training.of("node", 1, Optional.empty()))
                .status();

        assertThat(status.phase()).isEqualTo(phase);
        assertThat(status.state()).isEqualTo(phase.equals("Ending") ? "Ending: container collector keeps a pod" : null);
    }

    private static StatusDecision calculated(String before, List<JobStatus> jobs, Observation.Training training) {
        return StatusCalculator.calculate(
                new Observation(
                        trainJob("demo", "{runtimeRef: {name: mpi}}", before),
                        true,
                        Optional.of(new TerminalState(Optional.empty(), Optional.of(jobs))),
                        JobSetPresence.PRESENT,
                        Optional.of(training),
                        BuildReport.FINE),
                Instant.parse("2026-01-05T10:00:30Z"));
    }
}
