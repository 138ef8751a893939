package io.trainyard.core.metrics;

import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.ClusterTrainingRuntime;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Series about runtimes (OPS-34)")
final class RuntimeSeriesTest {
    @Test
    @DisplayName("a runtime says who it is and what it selects")
    void aRuntime() {
        ClusterTrainingRuntime runtime =
                clusterRuntime("torch-gang", "{mlPolicy: {torch: {}}, podGroupPolicy: {volcano: {}}}");
        runtime.getMetadata()
                .setLabels(Map.of(
                        "trainer.kubeflow.org/framework", "torch", "trainer.kubeflow.org/support", "deprecated"));

        assertThat(RuntimeSeries.labels(runtime))
                .hasToString(
                        "{deprecated=true, framework=torch, kind=ClusterTrainingRuntime, ml_policy=torch, name=torch-gang,"
                                + " namespace=, pod_group_policy=volcano}");
    }

    @Test
    @DisplayName("one of a namespace that says nothing is plain and has no gang")
    void aPlainRuntime() {
        assertThat(RuntimeSeries.labels(runtime("mine", "{}")))
                .hasToString("{deprecated=false, framework=, kind=TrainingRuntime, ml_policy=plain, name=mine,"
                        + " namespace=team-a, pod_group_policy=none}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{numNodes: 2} | plain",
                "{mpi: {}} | mpi",
                "{jax: {}} | jax",
                "{xgboost: {}} | xgboost",
                "{flux: {}} | flux",
                "{tensorflow: {}} | tensorflow",
                "{paddle: {port: 1}} | paddle",
                "{plugin: {name: vendor}} | vendor"
            })
    void policiesHaveTheNamesOfTheApi(String policy, String name) {
        assertThat(RuntimeSeries.labels(runtime("mine", "{mlPolicy: " + policy + "}")))
                .containsEntry("ml_policy", name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{coscheduling: {}} | coscheduling", "{kai: {}} | kai", "{plugin: {name: vendor}} | vendor"})
    void schedulersHaveTheNamesOfTheApi(String policy, String name) {
        assertThat(RuntimeSeries.labels(runtime("mine", "{podGroupPolicy: " + policy + "}")))
                .containsEntry("pod_group_policy", name);
    }
}
