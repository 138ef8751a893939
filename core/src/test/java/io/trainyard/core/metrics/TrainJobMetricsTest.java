package io.trainyard.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("TrainJobs as Prometheus sees them (OPS-34, OPS-36)")
final class TrainJobMetricsTest {
    private static final String POPULATION = "kubeflow_trainer_trainjobs{namespace=\"team\",runtime=\"\",state=\"%s\"}";

    private final Scrape scrape = new Scrape();
    private final ManualTimeSource time = new ManualTimeSource();
    private boolean leading = true;
    private final TrainJobMetrics metrics = new TrainJobMetrics(scrape.registry(), time, () -> leading);

    @Test
    @DisplayName("what was there at the start is in the population and not counted as created")
    void theFirstListIsNotCounted() {
        metrics.added(job("Running", null), true);

        assertThat(scrape.value(POPULATION.formatted("running"))).isEqualTo(1);
        assertThat(scrape.type("kubeflow_trainer_trainjob_creations_total")).isEqualTo("none");
    }

    @Test
    @DisplayName("a job's end is counted once, with its result and reason, however often its status changes later")
    void anEndIsCountedOnce() {
        TrainJob running = job("Running", null);
        TrainJob failed = job("Failed", "DeadlineExceeded");
        metrics.added(job(null, null), false);
        metrics.updated(job(null, null), running);
        time.advance(Duration.ofSeconds(40));
        metrics.updated(running, failed);
        metrics.updated(failed, failed);

        assertThat(scrape.value(
                        "kubeflow_trainer_trainjob_creations_total{namespace=\"team\",runtime=\"\",runtime_kind=\"\"}"))
                .isEqualTo(1);
        assertThat(scrape.value(
                        "kubeflow_trainer_trainjob_finished_total{namespace=\"team\",reason=\"DeadlineExceeded\","
                                + "result=\"failed\",runtime=\"\",runtime_kind=\"\"}"))
                .isEqualTo(1);
        assertThat(scrape.value("kubeflow_trainer_trainjob_time_to_running_seconds_count{runtime=\"\"}"))
                .isEqualTo(1);
        assertThat(
                        scrape.value(
                                "kubeflow_trainer_trainjob_lifetime_seconds_bucket{result=\"failed\",runtime=\"\",le=\"60.0\"}"))
                .isEqualTo(1);
        assertThat(scrape.value(POPULATION.formatted("running"))).isZero();
        assertThat(scrape.value(POPULATION.formatted("failed"))).isEqualTo(1);
    }

    @Test
    @DisplayName("a replica that does not work counts nothing, but knows the population when it takes over")
    void followersCountNothing() {
        leading = false;
        metrics.added(job("Pending", null), true);
        metrics.added(job("Pending", null), false);

        assertThat(scrape.value(POPULATION.formatted("pending"))).isZero();
        assertThat(scrape.type("kubeflow_trainer_trainjob_creations_total")).isEqualTo("none");

        leading = true;

        assertThat(scrape.value(POPULATION.formatted("pending"))).isEqualTo(2);
    }

    private TrainJob job(@Nullable String phase, @Nullable String reason) {
        TrainJob job = new TrainJob();
        job.setMetadata(new ObjectMetaBuilder()
                .withName("job")
                .withNamespace("team")
                .withCreationTimestamp("2026-01-02T03:04:05Z")
                .build());
        job.setStatus(new TrainJobStatus(
                reason == null
                        ? List.of()
                        : List.of(new ConditionBuilder()
                                .withType(phase)
                                .withStatus("True")
                                .withReason(reason)
                                .build()),
                List.of(),
                null,
                phase,
                null,
                null,
                null,
                null));
        return job;
    }
}
