package io.trainyard.core.progress;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.report.InvalidReportException;
import io.trainyard.core.report.RankReport;
import io.trainyard.core.report.Report;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How much of the heap reports take, after a full collection. */
@Tag("alone")
@DisplayName("Reports in memory (SSRV-77)")
final class ReportMemoryTest {
    private static final long MIB = 1 << 20;

    private final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-03-01T10:00:00Z"));
    private final ProgressReports reports = new ProgressReports(new ProgressReports.Setup(
            time,
            (trainJob, status) -> Uni.createFrom().voidItem(),
            new NoHistory(),
            new ReportMetrics(new SimpleMeterRegistry()),
            Duration.ofSeconds(10),
            () -> true));

    @Test
    @DisplayName("of a thousand suspended jobs of one rank, each with reports of 4,096 ranks, are next to nothing")
    void suspendedJobs() {
        suspended(0, 100);
        long before = heapInUse();
        for (int first = 100; first < 1_000; first += 100) {
            suspended(first, first + 100);
            assertThat(heapInUse() - before).as("%d jobs", first + 100).isLessThan(20 * MIB);
        }
    }

    @Test
    @DisplayName(
            "of running jobs with thousands of ranks and all metrics that there may be stay below the bound that they have together")
    void largeJobs() {
        report(trainJob("large-0", "{trainer: {numNodes: 4096}}"));
        long before = heapInUse();
        for (int i = 1; i < 100; i++) {
            report(trainJob("large-" + i, "{trainer: {numNodes: 4096}}"));
        }

        assertThat(heapInUse() - before).isLessThan(CacheOwner.REPORTS.maxBytes() + 2 * MIB);
        assertThat(reports.progress(trainJob("large-99", "{}").key())
                        .orElseThrow()
                        .ranks())
                .as("of the last one, whom nobody follows")
                .hasSize(4096);
    }

    private void suspended(int first, int end) {
        IntStream.range(first, end).forEach(i -> {
            TrainJob job = trainJob("job-" + i, "{trainer: {numNodes: 1, numProcPerNode: 1}}");
            report(job);
            reports.changed(job, trainJob("job-" + i, "{suspend: true, trainer: {numNodes: 1, numProcPerNode: 1}}"));
        });
    }

    private void report(TrainJob job) {
        List<TrainerMetric> metrics = IntStream.range(0, 256)
                .mapToObj(i -> new TrainerMetric("metric-" + i, Integer.toString(i)))
                .toList();
        for (int rank = 0; rank < 4096; rank++) {
            time.advance(Duration.ofMillis(10));
            try {
                reports.take(job, report(rank, metrics), job.getMetadata().getName() + "-node-0-" + rank);
            } catch (InvalidReportException refused) {
                assertThat(refused).hasMessageContaining("rank");
            }
        }
    }

    private Report report(int rank, List<TrainerMetric> metrics) {
        return new Report(
                rank == 0
                        ? Optional.of(
                                new TrainerStatus(50, 10, metrics, time.now().toString()))
                        : Optional.empty(),
                Optional.of(new RankReport(
                        rank,
                        Optional.of(rank),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(1_000_000L + rank),
                        Optional.of(Duration.ofMillis(100)))));
    }

    private static long heapInUse() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static final class NoHistory implements HistoryStore {
        @Override
        public Uni<Void> save(TrainJob trainJob, Map<String, List<MetricPoint>> curves) {
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Optional<Map<String, List<MetricPoint>>>> load(TrainJob trainJob) {
            return Uni.createFrom().item(Optional.empty());
        }
    }
}
