package io.trainyard.core.progress;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.report.FetchReport;
import io.trainyard.core.report.InvalidReportException;
import io.trainyard.core.report.RankReport;
import io.trainyard.core.report.Report;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("ProgressReports (SSRV-42, SSRV-43, SSRV-70 to SSRV-74)")
final class ProgressReportsTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final ResourceKey BERT = new ResourceKey("team-a", "bert");
    private static final String SPEC = "{trainer: {numNodes: 2, numProcPerNode: 2}}";

    private final ManualTimeSource time = new ManualTimeSource(START);
    private final List<TrainerStatus> written = new ArrayList<>();
    private final List<String> versions = new ArrayList<>();
    private final List<UniEmitter<? super Void>> waiting = new ArrayList<>();
    private boolean silent;
    private final Store store = new Store();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private @Nullable ApiFailure failure;
    private boolean leads = true;
    private final ProgressReports reports = new ProgressReports(new ProgressReports.Setup(
            time,
            (trainJob, status) -> {
                written.add(status);
                versions.add(trainJob.getMetadata().getResourceVersion());
                if (silent) {
                    return Uni.createFrom().emitter(waiting::add);
                }
                return failure == null
                        ? Uni.createFrom().voidItem()
                        : Uni.createFrom().failure(failure);
            },
            store,
            new ReportMetrics(registry),
            Duration.ofSeconds(10),
            () -> leads));
    private TrainJob job = trainJob("bert", SPEC);

    @Nested
    @DisplayName("writes a job at most every ten seconds (SSRV-42)")
    final class Writes {
        @Test
        void theFirstReportIsWrittenAtOnceAndOfTheNextOnesTheNewestWhenTheTimeHasCome() {
            report(1);
            for (int i = 2; i <= 9; i++) {
                time.advance(Duration.ofSeconds(1));
                report(i);
            }
            assertThat(progresses()).containsExactly(1);

            time.advance(Duration.ofSeconds(2));

            assertThat(progresses()).containsExactly(1, 9);
        }

        @Test
        void aMinuteOfReportsEverySecondIsSevenWrites() {
            for (int i = 0; i <= 60; i++) {
                report(i);
                time.advance(Duration.ofSeconds(1));
            }

            assertThat(written).hasSize(7);
        }

        @Test
        void thatAllIsDoneIsWrittenAtOnceButOnlyOnce() {
            report(1);
            time.advance(Duration.ofSeconds(1));
            report(100);
            assertThat(progresses()).containsExactly(1, 100);

            time.advance(Duration.ofSeconds(1));
            report(100);
            time.advance(Duration.ofSeconds(1));
            report(100);

            assertThat(written).hasSize(2);
        }

        @Test
        void whatWaitsIsWrittenWhenTheJobEnds() {
            report(1);
            time.advance(Duration.ofSeconds(1));
            report(99);

            end();

            assertThat(progresses()).containsExactly(1, 99);
        }

        @Test
        void whatWaitsIsWrittenWhenTheServerEnds() {
            report(1);
            time.advance(Duration.ofSeconds(1));
            report(99);

            reports.flush().subscribe().with(done -> {});

            assertThat(progresses()).containsExactly(1, 99);
        }

        @Test
        void whatComesDuringTheLastWriteIsWrittenWhenTheServerEnds() {
            silent = true;
            report(1);
            report(99);
            List<String> end = new ArrayList<>();

            reports.flush().subscribe().with(done -> end.add("written"));
            assertThat(end).isEmpty();
            silent = false;
            waiting.remove(0).complete(null);
            time.advance(Duration.ofMillis(50));

            assertThat(progresses()).containsExactly(1, 99);
            assertThat(end).containsExactly("written");
        }

        @Test
        void aConflictWithTheEndOfTheJobKeepsNoReportBack() {
            failure = new ApiFailure(ApiFailure.Kind.CONFLICT, 409, "Conflict", "it has changed", null, null);
            report(99);
            List<String> end = new ArrayList<>();

            reports.flush().subscribe().with(done -> end.add("written"));
            assertThat(end).isEmpty();
            failure = null;
            time.advance(Duration.ofMillis(50));

            assertThat(progresses()).containsExactly(99, 99, 99);
            assertThat(end).containsExactly("written");
        }

        @Test
        void aWriteThatFailedIsTriedAgainWithTheNewestReport() {
            failure = new ApiFailure(ApiFailure.Kind.UNREACHABLE, 0, "", "no answer", null, null);
            report(1);
            time.advance(Duration.ofSeconds(1));
            report(2);
            failure = null;

            time.advance(Duration.ofSeconds(20));

            assertThat(progresses()).containsExactly(1, 2);
            assertThat(count("kubeflow.trainer.status.writes", "failed")).isEqualTo(1);
        }

        @Test
        void whatTheApiServerCallsInvalidIsNotTriedAgain() {
            failure = new ApiFailure(ApiFailure.Kind.INVALID, 422, "Invalid", "wrong", null, null);
            report(1);

            time.advance(Duration.ofMinutes(5));

            assertThat(written).hasSize(1);
        }

        @Test
        @DisplayName("a write that met another change of the TrainJob is sent again soon, for its new state (SSRV-13)")
        void conflicts() {
            failure = new ApiFailure(ApiFailure.Kind.CONFLICT, 409, "Conflict", "old", null, null);
            report(1);
            TrainJob before = job;
            job = trainJob("bert", SPEC);
            job.getMetadata().setResourceVersion("11");
            reports.changed(before, job);
            failure = null;

            time.advance(Duration.ofSeconds(1));

            assertThat(progresses()).containsExactly(1, 1);
            assertThat(versions).containsExactly("10", "11");
        }

        @Test
        @DisplayName(
                "when many jobs report at once, few writes wait at the API server at a time, and none is lost (SSRV-77)")
        void manyJobs() {
            silent = true;
            for (int i = 0; i < 100; i++) {
                job = trainJob("job-" + i, SPEC);
                report(1);
            }
            assertThat(written).hasSize(32);

            silent = false;
            waiting.forEach(answer -> answer.complete(null));
            time.advance(Duration.ofSeconds(3));

            assertThat(written).hasSize(100);
        }

        @Test
        void whatAnotherReplicaHasJustWrittenCountsToo() {
            observe(5);
            time.advance(Duration.ofSeconds(4));
            report(6);
            assertThat(written).isEmpty();

            time.advance(Duration.ofSeconds(6));

            assertThat(progresses()).containsExactly(6);
        }
    }

    @Test
    @DisplayName("a report that was overtaken is dropped (SSRV-43)")
    void oldReports() {
        report(5);
        reports.take(job, new Report(Optional.of(status(4, START.minusSeconds(3))), Optional.empty()), "");
        time.advance(Duration.ofMinutes(1));

        assertThat(progresses()).containsExactly(5);
    }

    @Test
    @DisplayName("a clock that is an hour ahead does not keep out those that are right (SSRV-43)")
    void aClockThatIsAhead() {
        reports.take(job, new Report(Optional.of(status(4, START.plusSeconds(3600))), Optional.empty()), "");
        time.advance(Duration.ofSeconds(10));
        report(5);

        assertThat(progresses()).containsExactly(4, 5);
    }

    @Nested
    @DisplayName("knows every process (SSRV-70)")
    final class Ranks {
        @Test
        void theAgeOfAHeartbeatIsThatOfTheLastReport() {
            rank(0, 4);
            time.advance(Duration.ofSeconds(30));
            rank(1, 4);

            assertThat(progress().ranks())
                    .extracting(RankState::rank, RankState::pod, RankState::received)
                    .containsExactly(
                            org.assertj.core.api.Assertions.tuple(0, "pod-0", START),
                            org.assertj.core.api.Assertions.tuple(1, "pod-1", START.plusSeconds(30)));
        }

        @Test
        void heartbeatsCostNoWrites() {
            for (int i = 0; i < 100; i++) {
                rank(i % 4, 4);
                time.advance(Duration.ofSeconds(1));
            }

            assertThat(written).isEmpty();
        }

        @Test
        void processesOfALargerGroupThatWasThereBeforeGo() {
            rank(3, 4);
            rank(0, 2);

            assertThat(progress().ranks()).extracting(RankState::rank).containsExactly(0);
        }

        @Test
        @DisplayName("one that the TrainJob cannot have is refused, and the answer says what would be right (SSRV-77)")
        void ranksThatCannotBe() {
            assertThatThrownBy(() -> rank(4, 8))
                    .isInstanceOf(InvalidReportException.class)
                    .hasMessage(
                            "Invalid payload: trainyard.rank must be less than 4, not 4: the TrainJob has 2 nodes with at"
                                    + " most 2 processes each; change spec.trainer.numNodes or spec.trainer.numProcPerNode if it"
                                    + " has more");
            assertThat(reports.progress(BERT)).isEmpty();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{trainer: {numNodes: 2, numProcPerNode: auto}} | {} | 255",
                    "{trainer: {numNodes: 2}} | {} | 255",
                    "{} | {nodes: 3} | 383",
                    "{trainer: {numNodes: 2, numProcPerNode: 2}} | {nodes: 4} | 7",
                    "{} | {} | 4095"
                })
        @DisplayName(
                "what it can have goes by its nodes, those of an elastic job too, and by 128 processes where it gives no number (SSRV-77)")
        void ranksThatCanBe(String spec, String status, int last) {
            job = trainJob("bert", spec, status);
            rank(last, 100_000);

            assertThat(progress().ranks()).extracting(RankState::rank).containsExactly(last);
            if (!status.equals("{}") || !spec.equals("{}")) {
                assertThatThrownBy(() -> rank(last + 1, 100_000)).hasMessageContaining("trainyard.rank");
            }
        }

        @Test
        @DisplayName("those of a job that is suspended are forgotten, its curves are not (SSRV-77)")
        void suspendedJobs() {
            rank(0, 4);
            report(5);
            TrainJob before = job;
            job = trainJob("bert", "{suspend: true, trainer: {numNodes: 2, numProcPerNode: 2}}");
            reports.changed(before, job);

            assertThat(progress().ranks()).isEmpty();
            assertThat(progress().worldSize()).isEmpty();
            assertThat(progress().curves()).containsKey("progressPercentage");
        }

        @Test
        void aJobThatWasMadeAnewBeginsAnew() {
            rank(3, 4);
            job = trainJob("bert", SPEC);
            job.getMetadata().setUid("another");
            rank(0, 4);

            assertThat(progress().ranks()).extracting(RankState::rank).containsExactly(0);
        }
    }

    @Nested
    @DisplayName("tells of a group that lacks processes (SSRV-72)")
    final class SmallerWorld {
        @Test
        void itIsWrittenAtOnceAndCountedOnce() {
            rank(0, 2);
            rank(1, 2);

            assertThat(written).hasSize(1);
            assertThat(written.get(0).metrics())
                    .containsExactly(
                            new TrainerMetric("world_size", "2"), new TrainerMetric("declared_world_size", "4"));
            assertThat(written.get(0).lastUpdatedTime()).isEqualTo("2026-03-01T10:00:00Z");
            assertThat(registry.get("kubeflow.trainer.smaller.worlds").counter().count())
                    .isEqualTo(1);
        }

        @Test
        void itIsTakenBackWhenTheGroupIsWhole() {
            rank(0, 2);
            time.advance(Duration.ofSeconds(10));
            rank(0, 4);

            assertThat(written.get(1).metrics()).containsExactly(new TrainerMetric("world_size", "4"));
        }
    }

    @Nested
    @DisplayName("tells how far initializers are (SSRV-76)")
    final class Initializers {
        @Test
        void bothAreInTheStatusUntilTheTrainingReports() {
            fetch(FetchReport.Content.DATASET, 25);
            fetch(FetchReport.Content.MODEL, 50);
            time.advance(Duration.ofSeconds(10));
            report(1);
            time.advance(Duration.ofSeconds(10));

            assertThat(written)
                    .extracting(TrainerStatus::metrics)
                    .containsExactly(
                            List.of(new TrainerMetric("dataset_fetched_percent", "25")),
                            List.of(
                                    new TrainerMetric("dataset_fetched_percent", "25"),
                                    new TrainerMetric("model_fetched_percent", "50")),
                            List.of());
        }

        @Test
        void theShareOfAnotherReplicaStays() {
            job = trainJob("bert", SPEC, "{trainerStatus: {metrics: [{name: model_fetched_percent, value: '70'}]}}");
            fetch(FetchReport.Content.DATASET, 25);

            assertThat(written.get(0).metrics())
                    .containsExactly(
                            new TrainerMetric("model_fetched_percent", "70"),
                            new TrainerMetric("dataset_fetched_percent", "25"));
        }

        @Test
        void theSameShareAgainIsNoNews() {
            fetch(FetchReport.Content.DATASET, 25);
            time.advance(Duration.ofSeconds(10));
            fetch(FetchReport.Content.DATASET, 25);
            time.advance(Duration.ofSeconds(10));

            assertThat(written).hasSize(1);
        }

        @Test
        void whereNobodyKnowsHowMuchThereIsNothingIsWritten() {
            reports.take(
                    job,
                    new Report(
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(new FetchReport(FetchReport.Content.MODEL, 5, Optional.empty()))),
                    "");

            assertThat(written).isEmpty();
        }

        private void fetch(FetchReport.Content content, long bytes) {
            reports.take(
                    job,
                    new Report(
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(new FetchReport(content, bytes, Optional.of(100L)))),
                    "");
        }
    }

    @Nested
    @DisplayName("stores the curves of a job that has ended (SSRV-74)")
    final class History {
        @Test
        void withTheReportsThatWereOnTheirWay() {
            report(50);
            end();
            time.advance(Duration.ofSeconds(1));
            report(100);
            time.advance(Duration.ofSeconds(10));

            assertThat(store.saved.get("progressPercentage"))
                    .extracting(MetricPoint::value)
                    .containsExactly(50.0, 100.0);
        }

        @Test
        void onlyOnTheReplicaThatReconciles() {
            leads = false;
            report(50);
            end();
            time.advance(Duration.ofMinutes(1));

            assertThat(store.saved).isEmpty();
        }

        @Test
        void alsoWhenAnotherReplicaHeardOfThem() {
            observe(30);
            end();
            time.advance(Duration.ofMinutes(1));

            assertThat(store.saved).containsKey("progressPercentage");
        }

        @Test
        void againWhenThatFails() {
            store.failures = 2;
            report(50);
            end();
            time.advance(Duration.ofMinutes(1));

            assertThat(store.saved).containsKey("progressPercentage");
        }

        @Test
        @DisplayName("what is reported of a job that ended long ago is forgotten again, too (SSRV-77)")
        void lateReports() {
            end();
            time.advance(Duration.ofHours(1));
            report(50);
            time.advance(Duration.ofMinutes(11));

            assertThat(reports.progress(BERT)).isEmpty();
        }

        @Test
        void andForgetsTheJobAfterAWhile() {
            report(50);
            end();
            time.advance(Duration.ofMinutes(11));

            assertThat(reports.progress(BERT)).isEmpty();
        }
    }

    @Test
    void aJobThatIsGoneIsForgotten() {
        report(5);
        reports.deleted(job);

        assertThat(reports.progress(BERT)).isEmpty();
    }

    @Test
    @DisplayName(
            "how long steps took is remembered by rank, of a group that became smaller only of those that are left (SSRV-74)")
    void stepsOfRanksAreTimed() {
        steps(0, 4, Duration.ofMillis(100));
        steps(3, 4, Duration.ofMillis(400));
        time.advance(Duration.ofSeconds(1));
        steps(0, 4, Duration.ofMillis(110));

        assertThat(reports.stepTimes(BERT))
                .containsExactly(
                        Map.entry(0, List.of(new MetricPoint(START, 0.1), new MetricPoint(START.plusSeconds(1), 0.11))),
                        Map.entry(3, List.of(new MetricPoint(START, 0.4))));

        steps(0, 2, Duration.ofMillis(100));
        assertThat(reports.stepTimes(BERT)).containsOnlyKeys(0);
    }

    @Test
    @DisplayName("step times of ten thousand ranks do not fill the memory (SSRV-74)")
    void stepTimesAreBounded() {
        job = trainJob("bert", "{trainer: {numNodes: 10000}}");
        for (int rank = 0; rank < 10_000; rank++) {
            steps(rank, 10_000, Duration.ofMillis(100));
        }
        for (int step = 0; step < 1_000; step++) {
            steps(0, 10_000, Duration.ofMillis(100));
        }

        assertThat(reports.stepTimes(BERT)).hasSize(StepTimes.MAX_RANKS);
        assertThat(reports.stepTimes(BERT).get(0)).hasSizeLessThan(70);
    }

    private void steps(int rank, int worldSize, Duration took) {
        reports.take(
                job,
                new Report(
                        Optional.empty(),
                        Optional.of(new RankReport(
                                rank,
                                Optional.empty(),
                                Optional.of(worldSize),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(took)))),
                "pod-" + rank);
    }

    private JobProgress progress() {
        return reports.progress(BERT).orElseThrow();
    }

    private void report(int progress) {
        reports.take(job, new Report(Optional.of(status(progress, time.now())), Optional.empty()), "");
    }

    private void rank(int rank, int worldSize) {
        reports.take(
                job,
                new Report(
                        Optional.empty(),
                        Optional.of(new RankReport(
                                rank,
                                Optional.empty(),
                                Optional.of(worldSize),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()))),
                "pod-" + rank);
    }

    /** As the watch tells of it. */
    private void observe(int progress) {
        TrainJob before = job;
        job = trainJob(
                "bert",
                SPEC,
                "{trainerStatus: {progressPercentage: " + progress + ", lastUpdatedTime: \"" + time.now() + "\"}}");
        reports.changed(before, job);
    }

    private void end() {
        TrainJob before = job;
        job = trainJob(
                "bert",
                SPEC,
                "{conditions: [{type: Complete, status: \"True\", reason: Done, message: '', lastTransitionTime: \"2026-03-01T10:00:00Z\"}]}");
        reports.changed(before, job);
    }

    private static TrainerStatus status(int progress, Instant at) {
        return new TrainerStatus(progress, null, List.of(), at.toString());
    }

    private List<Integer> progresses() {
        return written.stream().map(TrainerStatus::progressPercentage).toList();
    }

    private double count(String name, String result) {
        return registry.get(name).tag("result", result).counter().count();
    }

    private static final class Store implements HistoryStore {
        private Map<String, List<MetricPoint>> saved = Map.of();
        private int failures;

        @Override
        public Uni<Void> save(TrainJob trainJob, Map<String, List<MetricPoint>> curves) {
            if (failures-- > 0) {
                return Uni.createFrom()
                        .failure(new ApiFailure(ApiFailure.Kind.UNREACHABLE, 0, "", "no answer", null, null));
            }
            saved = curves;
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Optional<Map<String, List<MetricPoint>>>> load(TrainJob trainJob) {
            return Uni.createFrom().item(Optional.of(saved));
        }
    }
}
