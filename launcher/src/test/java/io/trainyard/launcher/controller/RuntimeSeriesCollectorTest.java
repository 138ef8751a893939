package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Series about runtimes on the page that is scraped (OPS-34)")
final class RuntimeSeriesCollectorTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<RuntimeResource> runtimes = new ArrayList<>();
    private boolean working = true;

    @BeforeEach
    void register() {
        runtimes.add(Serialization.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: mine, namespace: team}
                spec: {mlPolicy: {torch: {}}}
                """,
                TrainingRuntime.class));
        registry.getPrometheusRegistry().register(new RuntimeSeriesCollector(() -> runtimes, () -> working));
    }

    @Test
    void aRuntimeHasOneSeriesUnderTheNameOfTheSpecification() {
        assertThat(registry.scrape().lines())
                .contains(
                        "# TYPE kubeflow_trainer_runtime_info gauge",
                        "kubeflow_trainer_runtime_info{deprecated=\"false\",framework=\"\",kind=\"TrainingRuntime\",ml_policy=\"torch\","
                                + "name=\"mine\",namespace=\"team\",pod_group_policy=\"none\"} 1");
    }

    @Test
    void theSeriesOfADeletedRuntimeVanishes() {
        assertThat(registry.scrape()).contains("name=\"mine\"");

        runtimes.clear();

        assertThat(registry.scrape()).doesNotContain("kubeflow_trainer");
    }

    @Test
    void aReplicaThatOnlyFollowsHasNone() {
        working = false;

        assertThat(registry.scrape()).doesNotContain("kubeflow_trainer");
    }
}
