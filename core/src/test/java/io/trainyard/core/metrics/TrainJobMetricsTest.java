package io.trainyard.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.memory.CacheOwner;
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
    private final Scrape scrape = new Scrape();
    private final ManualTimeSource time = new ManualTimeSource();
    private final long before = CacheOwner.TRAIN_JOB_METERS.bytes();
    private boolean leading = true;
    private final TrainJobMetrics metrics = new TrainJobMetrics(scrape.registry(), time, () -> leading);

    @Test
    @DisplayName("what was there at the start is not counted as created")
    void theFirstListIsNotCounted() {
        metrics.added(job("Running", null), true);

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
    }

    @Test
    @DisplayName("a replica that does not work counts nothing")
    void followersCountNothing() {
        leading = false;
        metrics.added(job("Pending", null), true);
        metrics.added(job("Pending", null), false);

        assertThat(scrape.type("kubeflow_trainer_trainjob_creations_total")).isEqualTo("none");
    }

    @Test
    @DisplayName("50,000 names of runtimes that come and go leave a page that stays below its bound (OPS-131)")
    void namesThatComeAndGoAreBounded() {
        int afterTwoThousand = 0;
        for (int i = 0; i < 50_000; i++) {
            TrainJob running = of("runtime-" + i, job("Running", null));
            TrainJob failed = of("runtime-" + i, job("Failed", "DeadlineExceeded"));
            metrics.added(of("runtime-" + i, job(null, null)), false);
            metrics.updated(of("runtime-" + i, job(null, null)), running);
            metrics.updated(running, failed);
            metrics.deleted(failed);
            if (i == 2_000) {
                afterTwoThousand = scrape.page().length();
            }
        }

        assertThat(CacheOwner.TRAIN_JOB_METERS.bytes() - before)
                .isLessThanOrEqualTo(CacheOwner.TRAIN_JOB_METERS.maxBytes());
        assertThat(scrape.page().length())
                .isLessThan(1 << 21)
                .isBetween(afterTwoThousand * 9 / 10, afterTwoThousand * 11 / 10);
        assertThat(scrape.page()).contains("runtime=\"runtime-49999\"").doesNotContain("runtime=\"runtime-1000\"");
    }

    @Test
    @DisplayName("a runtime that nobody has used for a day leaves the page (OPS-131)")
    void whatIsUnusedLeaves() {
        metrics.added(of("old", job(null, null)), false);
        time.advance(Duration.ofDays(1));

        metrics.added(of("new", job(null, null)), false);

        assertThat(scrape.page())
                .contains("trainjob_creations_total{namespace=\"team\",runtime=\"new\"")
                .doesNotContain("trainjob_creations_total{namespace=\"team\",runtime=\"old\"");
    }

    private static TrainJob of(String runtime, TrainJob job) {
        job.setSpec(Manifests.specOf(runtime));
        return job;
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
                null,
                null));
        return job;
    }
}
