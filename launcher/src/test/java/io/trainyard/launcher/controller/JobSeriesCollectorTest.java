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

@DisplayName("Series about single TrainJobs on the page that is scraped (OPS-35)")
final class JobSeriesCollectorTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<TrainJob> jobs = new ArrayList<>();
    private boolean working = true;

    @BeforeEach
    void register() {
        registry.getPrometheusRegistry().register(new JobSeriesCollector(() -> jobs, () -> working));
    }

    @Test
    void eachJobHasItsSeriesUnderTheNamesOfTheSpecification() {
        jobs.add(job("one"));
        jobs.add(job("two"));

        assertThat(registry.scrape().lines())
                .contains(
                        "kubeflow_trainer_trainjob_info{namespace=\"team\",runtime=\"torch\",runtime_kind=\"ClusterTrainingRuntime\",trainjob=\"one\"} 1",
                        "kubeflow_trainer_trainjob_info{namespace=\"team\",runtime=\"torch\",runtime_kind=\"ClusterTrainingRuntime\",trainjob=\"two\"} 1",
                        "# TYPE kubeflow_trainer_trainjob_status gauge",
                        "kubeflow_trainer_trainjob_status{namespace=\"team\",state=\"running\",trainjob=\"two\"} 1.0",
                        "kubeflow_trainer_trainjob_progress_percent{namespace=\"team\",trainjob=\"one\"} 40.0");
    }

    @Test
    void theSeriesOfADeletedJobVanish() {
        jobs.add(job("one"));
        assertThat(registry.scrape()).contains("trainjob=\"one\"");

        jobs.clear();

        assertThat(registry.scrape()).doesNotContain("kubeflow_trainer");
    }

    @Test
    void aReplicaThatOnlyFollowsHasNone() {
        jobs.add(job("one"));
        working = false;

        assertThat(registry.scrape()).doesNotContain("kubeflow_trainer");
    }

    private static TrainJob job(String name) {
        return Serialization.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s, namespace: team}
                spec: {runtimeRef: {name: torch}}
                status: {phase: Running, trainerStatus: {progressPercentage: 40}}
                """
                        .formatted(name),
                TrainJob.class);
    }
}
