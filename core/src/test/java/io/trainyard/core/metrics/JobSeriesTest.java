package io.trainyard.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.spi.model.TrainJob;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Series about single TrainJobs (OPS-35)")
final class JobSeriesTest {
    @Test
    @DisplayName("a job has its runtime, its state and what its program reported, as numbers")
    void whatIsKnownIsTold() {
        TrainJob job = job(
                """
                status:
                  phase: Running
                  trainerStatus:
                    progressPercentage: 40
                    estimatedRemainingSeconds: 90
                    lastUpdatedTime: "2026-01-02T03:04:05.500000+00:00"
                    metrics: [{name: loss, value: "0.25"}, {name: step, value: "1e3"}]
                """);

        assertThat(JobSeries.of(job))
                .extracting(JobSeriesTest::text)
                .containsExactly(
                        "kubeflow_trainer_trainjob_info{namespace=team, runtime=torch-distributed,"
                                + " runtime_kind=ClusterTrainingRuntime, trainjob=mnist} 1.00",
                        "kubeflow_trainer_trainjob_status{namespace=team, state=running, trainjob=mnist} 1.00",
                        "kubeflow_trainer_trainjob_progress_percent{namespace=team, trainjob=mnist} 40.00",
                        "kubeflow_trainer_trainjob_remaining_seconds{namespace=team, trainjob=mnist} 90.00",
                        "kubeflow_trainer_trainjob_last_report_timestamp_seconds{namespace=team, trainjob=mnist} 1767323045.50",
                        "kubeflow_trainer_trainjob_reported_metric{metric=loss, namespace=team, trainjob=mnist} 0.25",
                        "kubeflow_trainer_trainjob_reported_metric{metric=step, namespace=team, trainjob=mnist} 1000.00");
    }

    @Test
    @DisplayName("a job whose program reports nothing has a runtime and a state")
    void nothingReportedIsNothingTold() {
        assertThat(JobSeries.of(job("")))
                .extracting(sample -> sample.family())
                .containsExactly(JobSeries.Family.INFO, JobSeries.Family.STATUS);
    }

    @Test
    @DisplayName("what is no finite number is left out, and of two values of a name the later counts")
    void onlyFiniteNumbersAreTold() {
        TrainJob job = job(
                """
                status:
                  trainerStatus:
                    lastUpdatedTime: yesterday
                    metrics:
                      - {name: a, value: "NaN"}
                      - {name: b, value: "1e999"}
                      - {name: c, value: fast}
                      - {name: d, value: "1"}
                      - {name: d, value: "2"}
                """);

        assertThat(JobSeries.of(job))
                .extracting(JobSeriesTest::text)
                .hasSize(3)
                .last()
                .isEqualTo("kubeflow_trainer_trainjob_reported_metric{metric=d, namespace=team, trainjob=mnist} 2.00");
    }

    @Test
    @DisplayName("a job has at most 32 series of reported numbers")
    void thereIsALimit() {
        StringBuilder status = new StringBuilder("status:\n  trainerStatus:\n    metrics:\n");
        IntStream.range(0, 40).forEach(i -> status.append("      - {name: m%d, value: \"1\"}\n".formatted(i)));

        assertThat(JobSeries.of(job(status.toString())))
                .filteredOn(sample -> sample.family() == JobSeries.Family.REPORTED)
                .hasSize(32);
    }

    private static String text(JobSeries.Sample sample) {
        return sample.family().series() + sample.labels() + String.format(Locale.ROOT, " %.2f", sample.value());
    }

    private static TrainJob job(String status) {
        return Serialization.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: mnist, namespace: team}
                spec: {runtimeRef: {name: torch-distributed}}
                """
                        + status,
                TrainJob.class);
    }
}
