package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.trainyard.spi.model.TrainJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The number of TrainJobs on the page that is scraped (OPS-34, OPS-36)")
final class TrainJobPopulationCollectorTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<TrainJob> trainJobs = new ArrayList<>();
    private boolean working = true;

    @BeforeEach
    void register() {
        trainJobs.add(Serialization.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: mine, namespace: team}
                spec: {runtimeRef: {name: torch}}
                status: {phase: Running}
                """,
                TrainJob.class));
        registry.getPrometheusRegistry().register(new TrainJobPopulationCollector(() -> trainJobs, () -> working));
    }

    @Test
    void theyAreCountedByNamespaceRuntimeAndState() {
        assertThat(registry.scrape().lines())
                .contains(
                        "# TYPE kubeflow_trainer_trainjobs gauge",
                        "kubeflow_trainer_trainjobs{namespace=\"team\",runtime=\"torch\",state=\"running\"} 1.0");
    }

    @Test
    void aNamespaceWithoutTrainJobsHasNoSeries() {
        assertThat(registry.scrape()).contains("namespace=\"team\"");

        trainJobs.clear();

        assertThat(registry.scrape()).doesNotContain("kubeflow_trainer");
    }

    @Test
    void aReplicaThatOnlyFollowsHasNone() {
        working = false;

        assertThat(registry.scrape()).doesNotContain("kubeflow_trainer");
    }
}
