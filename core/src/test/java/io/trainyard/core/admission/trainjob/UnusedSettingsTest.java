package io.trainyard.core.admission.trainjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("UnusedSettings (VAL-31)")
final class UnusedSettingsTest {
    private static final String LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";
    private static final String JOB =
            "{name: %s, template: {%s spec: {template: {spec: {containers: [{name: main, image: a}]}}}}}";

    @ParameterizedTest(name = "{0} of jobs {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{numNodes: 4} | launcher node |",
                "{env: [{name: A, value: b}], resourcesPerNode: {limits: {cpu: 1}}, numProcPerNode: 2} | launcher node |",
                "{image: b, command: [], args: null} | launcher node | image has",
                "{numNodes: 4, image: b, command: [c]} | launcher node | image, command have",
                "{args: [a], env: [{name: A, value: b}]} | launcher worker | args has"
            })
    @DisplayName(
            "an MPI runtime without labels takes counts, variables and resources, and leaves image and command out")
    void unlabelled(String trainer, String jobs, String fields) {
        List<String> warnings = warnings("mpi: {}", trainer, jobs, "");

        if (fields == null) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings)
                    .containsExactly("spec.trainer: " + fields
                            + " no effect, because no replicated job of the runtime has the label " + LABEL
                            + ": trainer");
        }
    }

    @Test
    @DisplayName("with the label on the launcher all of it is taken")
    void labelled() {
        String trainer = "{numNodes: 4, image: b, command: [c], args: [d], env: [{name: A}], numProcPerNode: 2}";

        assertThat(warnings("mpi: {}", trainer, "launcher node", "launcher")).isEmpty();
        assertThat(warnings("torch: {}", trainer, "node other", "node")).isEmpty();
    }

    @Test
    @DisplayName("without a job named node nothing takes the number of nodes and their resources")
    void withoutNodes() {
        String trainer = "{numNodes: 4, resourcesPerNode: {limits: {cpu: 1}}}";

        assertThat(warnings("mpi: {}", trainer, "launcher worker", "launcher"))
                .containsExactly(
                        "spec.trainer: numNodes, resourcesPerNode have no effect, because the runtime has no replicated job"
                                + " named node");
        assertThat(warnings("mpi: {runLauncherAsNode: true}", trainer, "launcher worker", "launcher"))
                .isEmpty();
        assertThat(warnings("mpi: {}", "{env: [{name: A}]}", "driver worker", ""))
                .containsExactly(
                        "spec.trainer: env has no effect, because the runtime has no replicated job named launcher"
                                + " or node");
    }

    @Test
    @DisplayName("without MPI all of it goes to the job that trains")
    void withoutTrainer() {
        assertThat(warnings("torch: {}", "{numNodes: 4}", "other", ""))
                .containsExactly("spec.trainer: has no effect, because no replicated job of the runtime has the label "
                        + LABEL + ": trainer");
        assertThat(warnings("torch: {}", "{}", "other", "")).isEmpty();
    }

    private static List<String> warnings(String policy, String trainer, String jobs, String labelled) {
        String list = List.of(jobs.split(" ")).stream()
                .map(name -> JOB.formatted(
                        name, name.equals(labelled) ? "metadata: {labels: {" + LABEL + ": trainer}}," : ""))
                .reduce((some, more) -> some + ", " + more)
                .orElseThrow();
        return UnusedSettings.of(
                RuntimeTemplate.of(Manifests.clusterRuntime(
                        "r", "{mlPolicy: {" + policy + "}, template: {spec: {replicatedJobs: [" + list + "]}}}")),
                Manifests.tree(trainer));
    }
}
