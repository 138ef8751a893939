package io.trainyard.core.status;

import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.trainyard.core.status.Observation.JobSetPresence;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.result.TerminalState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("StatusCalculator")
final class StatusCalculatorTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:00:30Z");
    private static final String SUSPENDED =
            "{type: Suspended, status: 'True', reason: Suspended, message: TrainJob is suspended, lastTransitionTime:"
                    + " '2026-01-05T10:00:00Z'}";
    private static final String RESUMED =
            "{type: Suspended, status: 'False', reason: Resumed, message: TrainJob is resumed, lastTransitionTime:"
                    + " '2026-01-05T10:00:00Z'}";
    private static final String COMPLETE =
            "{type: Complete, status: 'True', reason: AllJobsCompleted, message: jobset completed successfully,"
                    + " lastTransitionTime: '2026-01-05T10:00:10Z'}";
    private static final String FAILED =
            "{type: Failed, status: 'True', reason: FailedJobs, message: sorry, lastTransitionTime:"
                    + " '2026-01-05T10:00:10Z'}";
    private static final String UNSUPPORTED =
            "{type: Failed, status: 'True', reason: TrainingRuntimeNotSupported, message: 'unsupported runtime: X.y',"
                    + " lastTransitionTime: '2026-01-05T10:00:10Z'}";
    private static final String LATE =
            "{type: Failed, status: 'True', reason: DeadlineExceeded, message: TrainJob exceeded its active deadline,"
                    + " lastTransitionTime: '2026-01-05T10:00:10Z'}";

    @Nested
    @DisplayName("transitions (STATUS-11)")
    final class Transitions {
        /** Left to right: suspend, conditions before, end of the JobSet, conditions after, events. */
        @ParameterizedTest(name = "suspend {0}, before {1}, JobSet {2}: {3}")
        @CsvSource(
                delimiter = '|',
                value = {
                    // STATUS-02: a job that never was suspended has no condition.
                    "false | none      | none      | []                                   | []",
                    "null  | none      | none      | []                                   | []",
                    "true  | none      | none      | [Suspended=True/Suspended]           | [Suspended]",
                    "true  | SUSPENDED | none      | [Suspended=True/Suspended]           | []",
                    "false | SUSPENDED | none      | [Suspended=False/Resumed]            | [Resumed]",
                    "null  | SUSPENDED | none      | [Suspended=False/Resumed]            | [Resumed]",
                    "false | RESUMED   | none      | [Suspended=False/Resumed]            | []",
                    "true  | RESUMED   | none      | [Suspended=True/Suspended]           | [Suspended]",
                    "false | none      | COMPLETE  | [Complete=True/AllJobsCompleted]     | [Completed]",
                    "false | RESUMED   | COMPLETE  | [Suspended=False/Resumed, Complete=True/AllJobsCompleted] |"
                            + " [Completed]",
                    "false | SUSPENDED | COMPLETE  | [Suspended=False/Resumed, Complete=True/AllJobsCompleted] |"
                            + " [Resumed, Completed]",
                    "false | none      | FAILED    | [Failed=True/FailedJobs]             | [Failed]",
                    "false | RESUMED   | FAILED    | [Suspended=False/Resumed, Failed=True/FailedJobs] | [Failed]",
                    // STATUS-07: finished is final, and its conditions are frozen.
                    "true  | COMPLETE  | none      | [Complete=True/AllJobsCompleted]     | []",
                    "false | COMPLETE  | FAILED    | [Complete=True/AllJobsCompleted]     | []",
                    "true  | FAILED    | COMPLETE  | [Failed=True/FailedJobs]             | []",
                    "false | LATE      | COMPLETE  | [Failed=True/DeadlineExceeded]       | []",
                    "false | LATE      | FAILED    | [Failed=True/DeadlineExceeded]       | []",
                })
        void fromOneStateToTheNext(String suspend, String before, String end, String after, String events) {
            TrainJob trainJob = job("suspend: " + suspend, status(before));
            StatusDecision decision = calculate(trainJob, state(end), JobSetPresence.PRESENT);
            assertThat(shown(decision.status())).hasToString(after);
            assertThat(decision.events().stream().map(EventDraft::reason).toList())
                    .hasToString(events);
        }

        @Test
        void aNewTransitionHasTheTimeOfNowAndAnOldOneKeepsIts() {
            StatusDecision resumed =
                    calculate(job("suspend: false", status("SUSPENDED")), state("none"), JobSetPresence.PRESENT);
            assertThat(resumed.status().conditions().get(0).getLastTransitionTime())
                    .isEqualTo("2026-01-05T10:00:30Z");
            StatusDecision still =
                    calculate(job("suspend: true", status("SUSPENDED")), state("none"), JobSetPresence.PRESENT);
            assertThat(still.status().conditions().get(0).getLastTransitionTime())
                    .isEqualTo("2026-01-05T10:00:00Z");
        }

        @Test
        @DisplayName("reason, message and time of the end are the JobSet's (STATUS-01)")
        void theEndIsCopied() {
            StatusDecision decision = calculate(job("suspend: false", "{}"), state("COMPLETE"), JobSetPresence.PRESENT);
            assertThat(decision.status().conditions()).containsExactly(read(COMPLETE, Condition.class));
        }
    }

    @Nested
    @DisplayName("STATE says what a job waits for (STATUS-05, STATUS-32)")
    final class State {
        private StatusDecision told(TrainJob job, String state, BuildReport report) {
            return StatusCalculator.calculate(
                    new Observation(job, true, state(state), JobSetPresence.PRESENT, Optional.empty(), report), NOW);
        }

        private static final BuildReport REFUSED = BuildReport.failed(BuildReport.Reason.APPLY_FAILED, "422: no room")
                .in("no room")
                .withoutCondition();

        @Test
        void whatCannotBeMadeIsToldAtOnceAndOnce() {
            StatusDecision first = told(job("suspend: false", "{}"), "none", REFUSED);
            assertThat(first.patch().orElseThrow().get("status"))
                    .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                    .containsEntry("phase", "Pending")
                    .containsEntry("state", "Pending: no room");
            assertThat(first.status().conditions()).isEmpty();

            assertThat(told(job("suspend: false", "{phase: Pending, state: 'Pending: no room'}"), "none", REFUSED)
                            .patch())
                    .isEmpty();
        }

        @Test
        void whatSomebodyElseFoundStaysWhileTheJobIsWhereItWasThen() {
            TrainJob waiting = job("suspend: false", "{phase: Pending, state: 'Pending: no machine'}");

            assertThat(told(waiting, "none", BuildReport.FINE).patch()).isEmpty();
            assertThat(told(waiting, "COMPLETE", BuildReport.FINE)
                            .patch()
                            .orElseThrow()
                            .get("status"))
                    .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                    .containsEntry("phase", "Complete")
                    .containsEntry("state", null);
        }

        @Test
        void whatAReconcileSaidGoesWhenOneSucceeds() {
            TrainJob failed = job("suspend: false", "{phase: Pending, state: 'Pending: no room'}");

            assertThat(told(failed, "none", BuildReport.UNCHANGED).status().state())
                    .isEqualTo("Pending: no room");
            assertThat(told(failed, "none", BuildReport.MENDED).status().state())
                    .isNull();
        }

        @Test
        void aTextOfSeveralLinesBecomesOne() {
            assertThat(told(job("suspend: false", "{}"), "none", REFUSED.in("no room:\r\n  wait\n"))
                            .status()
                            .state())
                    .isEqualTo("Pending: no room: wait");
        }

        @Test
        void aSuspendedJobOfAQueueSaysSo() {
            TrainJob queued = job("suspend: true", "{}");
            assertThat(told(queued, "none", BuildReport.FINE).status().state()).isNull();

            queued.getMetadata().setLabels(Map.of("kueue.x-k8s.io/queue-name", "main"));
            assertThat(told(queued, "none", BuildReport.FINE).status().state()).isEqualTo("Suspended: queue main");
        }

        @Test
        void aLongTextIsCut() {
            assertThat(told(job("suspend: false", "{}"), "none", REFUSED.in("x".repeat(5000)))
                            .status()
                            .state())
                    .hasSize(300)
                    .endsWith("x…");
        }
    }

    @Nested
    @DisplayName("objects that cannot be built or applied (STATUS-22)")
    final class Resources {
        private static final String NOT_READY =
                "{conditions: [{type: ResourcesReady, status: 'False', reason: BuildFailed, message: no image,"
                        + " lastTransitionTime: '2026-01-05T10:00:00Z'}]}";

        private StatusDecision told(String status, Optional<TerminalState> state, BuildReport report) {
            return StatusCalculator.calculate(
                    new Observation(
                            job("suspend: false", status),
                            true,
                            state,
                            JobSetPresence.ABSENT,
                            Optional.empty(),
                            report),
                    NOW);
        }

        @Test
        void aFailureIsToldWithItsMessageAndEndsNothing() {
            StatusDecision decision = told(
                    "{}", state("none"), BuildReport.failed(BuildReport.Reason.RUNTIME_NOT_FOUND, "there is no x"));

            assertThat(decision.status().conditions()).singleElement().satisfies(condition -> {
                assertThat(condition.getType()).isEqualTo("ResourcesReady");
                assertThat(condition.getStatus()).isEqualTo("False");
                assertThat(condition.getReason()).isEqualTo("RuntimeNotFound");
                assertThat(condition.getMessage()).isEqualTo("there is no x");
                assertThat(condition.getLastTransitionTime()).isEqualTo("2026-01-05T10:00:30Z");
            });
            assertThat(decision.status().isFinished()).isFalse();
            assertThat(decision.events()).isEmpty();
        }

        @Test
        void theSameFailureAgainIsNoNewsAndAnotherOneKeepsTheTime() {
            BuildReport same = BuildReport.failed(BuildReport.Reason.BUILD_FAILED, "no image");
            assertThat(told(NOT_READY, state("none"), same).patch()).isEmpty();

            BuildReport other = BuildReport.failed(BuildReport.Reason.APPLY_FAILED, "quota");
            assertThat(told(NOT_READY, state("none"), other).status().conditions())
                    .singleElement()
                    .satisfies(condition -> {
                        assertThat(condition.getReason()).isEqualTo("ApplyFailed");
                        assertThat(condition.getLastTransitionTime()).isEqualTo("2026-01-05T10:00:00Z");
                    });
        }

        @Test
        void successRemovesItAndAFailureThatPassesKeepsIt() {
            assertThat(shown(told(NOT_READY, state("none"), BuildReport.FINE).status()))
                    .isEmpty();
            assertThat(shown(told(NOT_READY, state("none"), BuildReport.UNCHANGED)
                            .status()))
                    .containsExactly("ResourcesReady=False/BuildFailed");
            assertThat(shown(told("{}", state("none"), BuildReport.UNCHANGED).status()))
                    .isEmpty();
        }

        @Test
        void aJobThatHasEndedHasNone() {
            BuildReport failed = BuildReport.failed(BuildReport.Reason.APPLY_FAILED, "quota");

            assertThat(shown(told(NOT_READY, state("COMPLETE"), failed).status()))
                    .containsExactly("Complete=True/AllJobsCompleted");
        }
    }

    @Nested
    @DisplayName("a runtime that nobody serves (STATUS-01, steps 5 and 8 of STATUS-06)")
    final class UnsupportedRuntime {
        @Test
        void failsTheJob() {
            StatusDecision decision =
                    unsupported(job("{suspend: false, runtimeRef: {kind: X, apiGroup: y, name: z}}", "{}"));
            assertThat(decision.status().conditions()).singleElement().satisfies(condition -> {
                assertThat(condition.getType()).isEqualTo("Failed");
                assertThat(condition.getReason()).isEqualTo("TrainingRuntimeNotSupported");
                assertThat(condition.getMessage()).isEqualTo("unsupported runtime: X.y");
            });
            assertThat(decision.events()).singleElement().satisfies(event -> {
                assertThat(event.reason()).isEqualTo("UnsupportedRuntime");
                assertThat(event.severity()).isEqualTo(EventDraft.Severity.WARNING);
                assertThat(event.message()).contains("X.y", "TrainingRuntime");
            });
        }

        @Test
        void failsItOnce() {
            StatusDecision decision = unsupported(job("suspend: false", status("UNSUPPORTED")));
            assertThat(decision.patch()).isEmpty();
            assertThat(decision.events()).isEmpty();
        }

        @Test
        void isNotLookedAtOnceTheJobIsFinished() {
            assertThat(unsupported(job("suspend: false", status("COMPLETE"))).patch())
                    .isEmpty();
            assertThat(unsupported(job("suspend: false", status("FAILED"))).patch())
                    .isEmpty();
        }

        @Test
        void isForgivenWhenItIsServedAgain() {
            StatusDecision decision =
                    calculate(job("suspend: false", status("UNSUPPORTED")), Optional.empty(), JobSetPresence.ABSENT);
            assertThat(decision.status().conditions()).isEmpty();
            assertThat(decision.patch())
                    .hasValueSatisfying(patch -> assertThat(statusOf(patch)).containsEntry("conditions", List.of()));
        }

        @Test
        void isForgivenAndTheJobGoesOnFromThere() {
            assertThat(shown(calculate(
                                    job("suspend: true", status("UNSUPPORTED")),
                                    Optional.empty(),
                                    JobSetPresence.ABSENT)
                            .status()))
                    .containsExactly("Suspended=True/Suspended");
            assertThat(shown(calculate(
                                    job("suspend: false", status("UNSUPPORTED")),
                                    state("COMPLETE"),
                                    JobSetPresence.PRESENT)
                            .status()))
                    .containsExactly("Complete=True/AllJobsCompleted");
        }

        private StatusDecision unsupported(TrainJob trainJob) {
            return StatusCalculator.calculate(
                    new Observation(
                            trainJob,
                            false,
                            Optional.empty(),
                            JobSetPresence.ABSENT,
                            Optional.empty(),
                            BuildReport.FINE),
                    NOW);
        }
    }

    @Nested
    @DisplayName("the deadline (STATUS-12)")
    final class Deadlines {
        private static final String CREATED = "2026-01-05T10:00:00Z";

        @ParameterizedTest(name = "{0} s, at +{1} s: {2}")
        @CsvSource({
            "60, 0.0,    again in 60",
            "60, 59.0,   again in 1",
            // Trap 18: strictly after.
            "60, 60.0,   again in 1",
            "60, 60.001, failed",
            "60, 3600,   failed",
            "0,  3600,   nothing",
            "null, 3600, nothing",
            "3600, 10,   again in 3590",
            // More than a century: no limit, and no moment that cannot be expressed.
            "3153600001, 10,          nothing",
            "9223372036854775807, 10, nothing",
        })
        @DisplayName("runs from creation for a job that never was suspended (T11, T12)")
        void runsFromCreation(String seconds, double at, String expected) {
            assertThat(outcome("suspend: false", seconds, "{}", CREATED, at)).isEqualTo(expected);
        }

        @Test
        @DisplayName("stands still while the job is suspended (T13)")
        void standsStillWhileSuspended() {
            assertThat(outcome("suspend: true", "1", "{}", CREATED, 100)).isEqualTo("nothing");
        }

        @Test
        @DisplayName("starts from zero at a resume (T14)")
        void startsFromZeroAtAResume() {
            assertThat(outcome("suspend: false", "2", status("SUSPENDED"), CREATED, 100))
                    .isEqualTo("again in 2");
            assertThat(outcome("suspend: false", "2", status("RESUMED"), CREATED, 2))
                    .isEqualTo("again in 1");
            assertThat(outcome("suspend: false", "2", status("RESUMED"), CREATED, 2.1))
                    .isEqualTo("failed");
        }

        @Test
        void aJobThatCompletesInTheSameMomentIsComplete() {
            TrainJob trainJob = job("{suspend: false, activeDeadlineSeconds: 1}", "{}");
            assertThat(shown(calculate(trainJob, state("COMPLETE"), JobSetPresence.PRESENT)
                            .status()))
                    .containsExactly("Complete=True/AllJobsCompleted");
        }

        @ParameterizedTest
        @CsvSource({"COMPLETE", "FAILED"})
        void aFinishedJobHasNone(String end) {
            assertThat(outcome("suspend: false", "1", status(end), CREATED, 3600))
                    .isEqualTo("nothing");
        }

        @Test
        @DisplayName(
                "the worked example: suspended at 10:00, resumed 10:05, suspended 10:05:40, resumed 10:20, fails after"
                        + " 10:21")
        void theWorkedExample() {
            TrainJob trainJob = job("{suspend: true, activeDeadlineSeconds: 60}", "{}");
            live(trainJob, true, "10:00:00");
            live(trainJob, true, "10:04:59");
            assertThat(live(trainJob, false, "10:05:00").requeueAfter()).contains(Duration.ofSeconds(60));
            assertThat(live(trainJob, false, "10:05:39").requeueAfter()).contains(Duration.ofSeconds(21));
            assertThat(live(trainJob, true, "10:05:40").requeueAfter()).isEmpty();
            assertThat(live(trainJob, true, "10:19:59").status().isFinished()).isFalse();
            assertThat(live(trainJob, false, "10:20:00").requeueAfter()).contains(Duration.ofSeconds(60));
            assertThat(live(trainJob, false, "10:21:00").status().isFinished()).isFalse();
            StatusDecision failed = live(trainJob, false, "10:21:01");
            assertThat(shown(failed.status()))
                    .containsExactly("Suspended=False/Resumed", "Failed=True/DeadlineExceeded");
            assertThat(failed.events()).extracting(EventDraft::reason).containsExactly("DeadlineExceeded");
            assertThat(live(trainJob, false, "10:22:00").events()).isEmpty();
        }

        /** One pass at that time, whose status is kept. */
        private StatusDecision live(TrainJob trainJob, boolean suspend, String time) {
            trainJob.setSpec(trainJob("demo", "{suspend: " + suspend + ", activeDeadlineSeconds: 60}")
                    .getSpec());
            StatusDecision decision = StatusCalculator.calculate(
                    new Observation(
                            trainJob,
                            true,
                            Optional.empty(),
                            JobSetPresence.PRESENT,
                            Optional.empty(),
                            BuildReport.FINE),
                    Instant.parse("2026-01-05T" + time + "Z"));
            trainJob.setStatus(decision.status());
            return decision;
        }

        private String outcome(String suspend, String seconds, String status, String start, double at) {
            TrainJob trainJob = job("{" + suspend + ", activeDeadlineSeconds: " + seconds + "}", status);
            Instant now = Instant.parse(start).plusMillis(Math.round(at * 1000));
            StatusDecision decision = StatusCalculator.calculate(
                    new Observation(
                            trainJob,
                            true,
                            Optional.empty(),
                            JobSetPresence.PRESENT,
                            Optional.empty(),
                            BuildReport.FINE),
                    now);
            boolean failed = decision.status().conditions().stream()
                    .anyMatch(condition -> "DeadlineExceeded".equals(condition.getReason()));
            return failed
                    ? "failed"
                    : decision.requeueAfter()
                            .map(wait -> "again in " + wait.toSeconds())
                            .orElse("nothing");
        }
    }

    @Nested
    @DisplayName("after the deadline the JobSet goes (STATUS-13)")
    final class AfterTheDeadline {
        private final String status = "{conditions: [" + LATE
                + "], jobsStatus: [{name: node, ready: 1, succeeded: 2, failed: 3, active: 4, suspended: 5}]}";

        @Test
        void atOnceAndOnEveryPassWhileItIsThere() {
            TrainJob late = job("{suspend: false, activeDeadlineSeconds: 1}", "{}");
            assertThat(calculate(late, state("none"), JobSetPresence.PRESENT).deleteJobSet())
                    .isTrue();
            assertThat(calculate(job("suspend: false", status), state("none"), JobSetPresence.PRESENT)
                            .deleteJobSet())
                    .isTrue();
        }

        @Test
        void onlyOnce() {
            assertThat(calculate(job("suspend: false", status), state("none"), JobSetPresence.BEING_DELETED)
                            .deleteJobSet())
                    .isFalse();
            assertThat(calculate(job("suspend: false", status), Optional.empty(), JobSetPresence.ABSENT)
                            .deleteJobSet())
                    .isFalse();
        }

        @Test
        void neverForAnotherReason() {
            for (String other : List.of("COMPLETE", "FAILED", "UNSUPPORTED", "none")) {
                assertThat(calculate(job("suspend: false", status(other)), state("none"), JobSetPresence.PRESENT)
                                .deleteJobSet())
                        .as(other)
                        .isFalse();
            }
        }

        @Test
        void onceItIsGoneNothingIsActiveOrReady() {
            assertThat(calculate(job("suspend: false", status), Optional.empty(), JobSetPresence.ABSENT)
                            .status()
                            .jobsStatus())
                    .containsExactly(new JobStatus("node", 0, 2, 3, 0, 5));
        }

        @Test
        @DisplayName("after any other end the counters stay (STATUS-10)")
        void afterAnotherEndTheCountersStay() {
            TrainJob done = job("suspend: false", status.replace(LATE, COMPLETE));
            assertThat(calculate(done, Optional.empty(), JobSetPresence.ABSENT).patch())
                    .isEmpty();
        }
    }

    @Nested
    @DisplayName("counters (STATUS-08)")
    final class Counters {
        @Test
        @DisplayName("follow the JobSet, zeros included (T10)")
        void followTheJobSet() {
            TrainJob trainJob = job("suspend: false", "{jobsStatus: [{name: node, active: 1}]}");
            StatusDecision decision = calculate(
                    trainJob,
                    Optional.of(new TerminalState(
                            Optional.empty(), Optional.of(List.of(new JobStatus("node", 0, 0, 1, 0, 0))))),
                    JobSetPresence.PRESENT);
            assertThat(decision.patch())
                    .hasValueSatisfying(patch -> assertThat(statusOf(patch).get("jobsStatus"))
                            .isEqualTo(List.of(
                                    tree("{name: node, ready: 0, succeeded: 0, failed: 1, active: 0, suspended: 0}"))));
        }

        @Test
        void followItForFinishedJobsToo() {
            TrainJob done =
                    job("suspend: false", "{conditions: [" + COMPLETE + "], jobsStatus: [{name: node, active: 1}]}");
            StatusDecision decision = calculate(
                    done,
                    Optional.of(new TerminalState(
                            state("COMPLETE").orElseThrow().terminal(),
                            Optional.of(List.of(new JobStatus("node", 0, 1, 0, 0, 0))))),
                    JobSetPresence.PRESENT);
            assertThat(decision.patch()).hasValueSatisfying(patch -> assertThat(statusOf(patch))
                    .containsKey("jobsStatus")
                    .doesNotContainKey("conditions"));
        }

        @Test
        @DisplayName("of a job that has ended are not taken from an older state of its JobSet (STATUS-17)")
        void ofAnOlderStateDoNotCount() {
            TrainJob done =
                    job("suspend: false", "{conditions: [" + COMPLETE + "], jobsStatus: [{name: node, succeeded: 1}]}");
            StatusDecision decision = calculate(
                    done,
                    Optional.of(new TerminalState(
                            Optional.empty(), Optional.of(List.of(new JobStatus("node", 1, 0, 0, 1, 0))))),
                    JobSetPresence.PRESENT);
            assertThat(decision.patch()).isEmpty();
        }

        @Test
        void stayWhenTheReaderDoesNotSay() {
            TrainJob trainJob = job("suspend: false", "{jobsStatus: [{name: node, active: 1}]}");
            assertThat(calculate(
                                    trainJob,
                                    Optional.of(new TerminalState(Optional.empty(), Optional.empty())),
                                    JobSetPresence.PRESENT)
                            .patch())
                    .isEmpty();
            assertThat(calculate(trainJob, Optional.empty(), JobSetPresence.ABSENT)
                            .patch())
                    .isEmpty();
        }

        @Test
        void anEmptyListClearsThem() {
            TrainJob trainJob = job("suspend: false", "{jobsStatus: [{name: node, active: 1}]}");
            assertThat(calculate(trainJob, state("none"), JobSetPresence.PRESENT)
                            .patch())
                    .hasValueSatisfying(patch -> assertThat(statusOf(patch)).containsEntry("jobsStatus", List.of()));
        }
    }

    @Nested
    @DisplayName("the write (STATUS-14, STATUS-15)")
    final class Writes {
        @Test
        @DisplayName("there is none when nothing changed (PIPE-62)")
        void thereIsNoneWhenNothingChanged() {
            for (String before : List.of("none", "RESUMED", "COMPLETE", "FAILED")) {
                assertThat(calculate(job("suspend: false", status(before)), state("none"), JobSetPresence.PRESENT)
                                .patch())
                        .as(before)
                        .isEmpty();
            }
        }

        @Test
        void whatOnlyPrinterColumnsShowIsNoReasonForOne() {
            TrainJob trainJob = job("suspend: false", "{phase: Running, nodes: 1}");
            assertThat(StatusCalculator.calculate(
                                    new Observation(
                                            trainJob,
                                            true,
                                            state("none"),
                                            JobSetPresence.PRESENT,
                                            Optional.of(Observation.Training.of("node", 2, Optional.empty())),
                                            BuildReport.FINE),
                                    NOW)
                            .patch())
                    .isEmpty();
        }

        @Test
        void holdsOnlyWhatChanged() {
            TrainJob trainJob = job(
                    "suspend: true",
                    "{jobsStatus: [{name: node, active: 1}], trainerStatus: {progressPercentage: 3}, phase: Suspended,"
                            + " observedGeneration: 1}");
            StatusDecision decision = calculate(trainJob, Optional.empty(), JobSetPresence.ABSENT);
            assertThat(decision.patch())
                    .contains(
                            tree(
                                    """
                            status:
                              conditions:
                                - {type: Suspended, status: 'True', reason: Suspended, message: TrainJob is suspended, lastTransitionTime: '2026-01-05T10:00:30Z'}
                            """));
        }

        @Test
        @DisplayName("never touches trainerStatus (STATUS-14)")
        void neverTouchesTrainerStatus() {
            TrainJob trainJob = job("suspend: true", "{trainerStatus: {progressPercentage: 3}}");
            StatusDecision decision = calculate(trainJob, state("none"), JobSetPresence.PRESENT);
            assertThat(statusOf(decision.patch().orElseThrow())).doesNotContainKey("trainerStatus");
            assertThat(decision.status().trainerStatus())
                    .isEqualTo(trainJob.statusOrEmpty().trainerStatus());
        }

        @Test
        @DisplayName("takes the printer columns along (API-84 to API-87)")
        void takesThePrinterColumnsAlong() {
            TrainJob trainJob = job("suspend: false", "{}");
            StatusDecision decision = StatusCalculator.calculate(
                    new Observation(
                            trainJob,
                            true,
                            Optional.of(new TerminalState(
                                    Optional.empty(), Optional.of(List.of(new JobStatus("node", 1, 0, 0, 1, 0))))),
                            JobSetPresence.PRESENT,
                            Optional.of(Observation.Training.of("node", 3, Optional.empty())),
                            BuildReport.FINE),
                    NOW);
            assertThat(statusOf(decision.patch().orElseThrow()))
                    .containsEntry("phase", "Running")
                    .containsEntry("nodes", 3)
                    .containsEntry("readyNodes", 3)
                    .containsEntry(
                            "selector",
                            "jobset.sigs.k8s.io/jobset-name=demo,jobset.sigs.k8s.io/replicatedjob-name=node")
                    .containsEntry("observedGeneration", 1L);
        }

        @ParameterizedTest(name = "{0} with {1} ready: {2}")
        @DisplayName("no node of a job that has ended is ready, whenever its JobSet was last heard of (STATUS-18)")
        @CsvSource({"none, 1, 3", "none, 0, 0", "COMPLETE, 1, 0", "COMPLETE, 0, 0", "FAILED, 1, 0", "LATE, 1, 0"})
        void theReadyNodes(String end, int ready, int expected) {
            Observation.Training trainer = Observation.Training.of("node", 3, Optional.empty());
            TrainJob trainJob = job(
                    "suspend: false", "{readyNodes: 3, conditions: [" + (end.equals("none") ? "" : yaml(end)) + "]}");
            for (Optional<Observation.Training> known :
                    List.of(Optional.of(trainer), Optional.<Observation.Training>empty())) {
                StatusDecision decision = StatusCalculator.calculate(
                        new Observation(
                                trainJob,
                                true,
                                Optional.of(new TerminalState(
                                        Optional.empty(),
                                        Optional.of(List.of(new JobStatus("node", ready, 0, 0, ready, 0))))),
                                JobSetPresence.PRESENT,
                                known,
                                BuildReport.FINE),
                        NOW);
                assertThat(decision.status().readyNodes())
                        .isEqualTo(known.isEmpty() && end.equals("none") ? Integer.valueOf(3) : expected);
            }
        }

        @ParameterizedTest(name = "{0} with {1}: {2}")
        @DisplayName("the phase in one word (API-84)")
        @CsvSource(
                delimiter = '|',
                value = {
                    "none      | []                                            | Pending",
                    "none      | [{name: data, ready: 1}, {name: node}]        | Initializing",
                    "none      | [{name: data, active: 1}, {name: node, active: 1}] | Pending",
                    "none      | [{name: node, ready: 1}]                      | Running",
                    "SUSPENDED | [{name: node, active: 1}]                     | Suspended",
                    "COMPLETE  | [{name: node, succeeded: 1}]                  | Complete",
                    "FAILED    | []                                            | Failed",
                })
        void thePhase(String condition, String jobs, String expected) {
            String suspend = condition.equals("SUSPENDED") ? "suspend: true" : "suspend: false";
            TrainJobStatus status = read("{jobsStatus: " + jobs + "}", TrainJobStatus.class);
            StatusDecision decision = StatusCalculator.calculate(
                    new Observation(
                            job(suspend, status(condition)),
                            true,
                            Optional.of(new TerminalState(Optional.empty(), Optional.of(status.jobsStatus()))),
                            JobSetPresence.PRESENT,
                            Optional.of(Observation.Training.of("node", 1, Optional.empty())),
                            BuildReport.FINE),
                    NOW);
            assertThat(decision.status().phase()).isEqualTo(expected);
        }

        @Test
        @DisplayName("a job that may do with fewer nodes starts while it has fewer than that (OPS-73)")
        void startsWithSomeNodes() {
            TrainJob trainJob = job("suspend: false", "{}");
            for (int ready = 0; ready <= 2; ready++) {
                StatusDecision decision = StatusCalculator.calculate(
                        new Observation(
                                trainJob,
                                true,
                                state("none"),
                                JobSetPresence.PRESENT,
                                Optional.of(Observation.Training.of(
                                        "node", 4, Optional.of(new Observation.Elastic(2, Optional.of(ready))))),
                                BuildReport.FINE),
                        NOW);
                assertThat(decision.status().phase())
                        .isEqualTo(List.of("Pending", "Starting", "Running").get(ready));
            }
        }

        @Test
        void applyingTheDecisionTwiceWritesOnce() {
            TrainJob trainJob = job("{suspend: true, activeDeadlineSeconds: 5}", "{}");
            trainJob.setStatus(
                    calculate(trainJob, state("none"), JobSetPresence.PRESENT).status());
            StatusDecision second = calculate(trainJob, state("none"), JobSetPresence.PRESENT);
            assertThat(second.patch()).isEmpty();
            assertThat(second.events()).isEmpty();
        }
    }

    private static TrainJob job(String spec, String status) {
        return trainJob("demo", spec, status);
    }

    private static String status(String condition) {
        return condition.equals("none") ? "{}" : "{conditions: [" + yaml(condition) + "]}";
    }

    private static String yaml(String condition) {
        return switch (condition) {
            case "SUSPENDED" -> SUSPENDED;
            case "RESUMED" -> RESUMED;
            case "COMPLETE" -> COMPLETE;
            case "FAILED" -> FAILED;
            case "UNSUPPORTED" -> UNSUPPORTED;
            case "LATE" -> LATE;
            default -> throw new IllegalArgumentException(condition);
        };
    }

    private static Optional<TerminalState> state(String end) {
        Optional<Condition> terminal = end.equals("none")
                ? Optional.empty()
                : Optional.of(new ConditionBuilder(read(yaml(end), Condition.class)).build());
        return Optional.of(new TerminalState(terminal, Optional.of(List.of())));
    }

    private static StatusDecision calculate(TrainJob trainJob, Optional<TerminalState> state, JobSetPresence presence) {
        return StatusCalculator.calculate(
                new Observation(trainJob, true, state, presence, Optional.empty(), BuildReport.FINE), NOW);
    }

    private static List<String> shown(TrainJobStatus status) {
        return status.conditions().stream()
                .map(condition -> condition.getType() + "=" + condition.getStatus() + "/" + condition.getReason())
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> statusOf(Map<String, Object> patch) {
        return (Map<String, Object>) patch.get("status");
    }
}
