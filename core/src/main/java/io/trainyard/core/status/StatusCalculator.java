package io.trainyard.core.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.trainyard.core.report.WorldSize;
import io.trainyard.core.status.Observation.JobSetPresence;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.result.TerminalState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calculates the status of a TrainJob: conditions, counters and deadline. Pure. */
public final class StatusCalculator {
    /** Reason of a job whose kind of runtime nobody serves. */
    public static final String NOT_SUPPORTED = "TrainingRuntimeNotSupported";

    /** Reason of a job that took too long. */
    public static final String DEADLINE_EXCEEDED = "DeadlineExceeded";

    /** Reason of a group of processes that is smaller than declared; a job may want to fail then. */
    public static final String SMALLER_WORLD = "SmallerWorld";

    /** Condition of a job whose objects cannot be built or applied; there only while that is so. */
    public static final String RESOURCES_READY = "ResourcesReady";

    private final Observation observation;
    private final Instant now;
    private final TrainJobStatus before;
    private final boolean wasFinished;
    private final List<EventDraft> events = new ArrayList<>();
    private List<Condition> conditions;

    private StatusCalculator(Observation observation, Instant now) {
        this.observation = observation;
        this.now = now;
        this.before = observation.trainJob().statusOrEmpty();
        this.conditions = before.conditions();
        this.wasFinished = before.isFinished();
    }

    /** Calculates. {@code now} is the time of new conditions and what the deadline is compared with. */
    public static StatusDecision calculate(Observation observation, Instant now) {
        return new StatusCalculator(observation, now).calculate();
    }

    /** True when a TrainJob has ended for good: not one that failed because nobody served its runtime, since somebody may. */
    public static boolean isFinal(TrainJobStatus status) {
        return status.isFinished()
                && status.condition(TrainerApi.CONDITION_FAILED)
                        .filter(condition -> NOT_SUPPORTED.equals(condition.getReason()))
                        .isEmpty();
    }

    private StatusDecision calculate() {
        checkRuntime();
        boolean open = !wasFinished || !isFinished();
        if (open) {
            updateSuspended();
        }
        if (observation.runtimeSupported() && !isFinished()) {
            observation.state().flatMap(TerminalState::terminal).ifPresent(this::finish);
        }
        if (observation.runtimeSupported() && !isFinished()) {
            checkWorld();
        }
        Optional<Duration> requeueAfter = isFinished() ? Optional.empty() : checkDeadline();
        updateResources();
        List<JobStatus> jobs = jobsStatus();
        TrainJobStatus status = status(jobs);
        boolean deleteJobSet = isStopped() && observation.jobSet() == JobSetPresence.PRESENT;
        boolean elastic =
                observation.training().flatMap(Observation.Training::elastic).isPresent();
        return new StatusDecision(
                status,
                StatusPatch.between(before, status, elastic),
                countsFurther(status),
                deleteJobSet,
                requeueAfter,
                events);
    }

    /** Where nothing is suspended, and neither a condition nor the phase nor the size changes; the first counters are news. What is said at each look is none. */
    private boolean countsFurther(TrainJobStatus status) {
        return !before.jobsStatus().isEmpty()
                && before.conditions().equals(status.conditions())
                && Objects.equals(before.phase(), status.phase())
                && Objects.equals(before.state(), status.state())
                && Objects.equals(before.nodes(), status.nodes())
                && !isTrue(TrainerApi.CONDITION_SUSPENDED)
                && !isFinished()
                && events.stream().allMatch(event -> event.severity() == EventDraft.Severity.NOTICE);
    }

    /** A kind that nobody serves fails the job; the failure goes away when somebody does. */
    private void checkRuntime() {
        if (observation.runtimeSupported()) {
            if (failedBecause(NOT_SUPPORTED) && !isTrue(TrainerApi.CONDITION_COMPLETE)) {
                conditions = Conditions.remove(conditions, TrainerApi.CONDITION_FAILED);
            }
        } else if (!wasFinished) {
            String message = "unsupported runtime: " + runtimeKey(observation.trainJob());
            set(Conditions.of(TrainerApi.CONDITION_FAILED, true, NOT_SUPPORTED, message));
            events.add(EventDraft.warning(
                    "UnsupportedRuntime",
                    message + "; supported are TrainingRuntime and ClusterTrainingRuntime of " + TrainerApi.GROUP));
        }
    }

    private void updateSuspended() {
        if (spec().map(TrainJobSpec::isSuspended).orElse(false)) {
            if (!isTrue(TrainerApi.CONDITION_SUSPENDED)) {
                events.add(EventDraft.normal("Suspended", "TrainJob is suspended"));
            }
            set(Conditions.of(TrainerApi.CONDITION_SUSPENDED, true, "Suspended", "TrainJob is suspended"));
        } else if (isTrue(TrainerApi.CONDITION_SUSPENDED)) {
            events.add(EventDraft.normal("Resumed", "TrainJob is resumed"));
            set(Conditions.of(TrainerApi.CONDITION_SUSPENDED, false, "Resumed", "TrainJob is resumed"));
        }
    }

    /** A healthy job, and one that has ended, has no such condition: clients take any that they do not know for a sign that the job does not run. */
    private void updateResources() {
        BuildReport build = observation.build();
        Optional<BuildReport.Problem> problem = isFinished() ? Optional.empty() : build.problem();
        if (problem.isPresent()) {
            BuildReport.Problem known = problem.get();
            set(Conditions.of(RESOURCES_READY, false, known.reason().text(), known.message()));
        } else if ((isFinished() || !build.keepsLast())
                && before.condition(RESOURCES_READY).isPresent()) {
            conditions = Conditions.remove(conditions, RESOURCES_READY);
        }
    }

    private void finish(Condition terminal) {
        set(terminal);
        String message = terminal.getReason() + ": " + terminal.getMessage();
        events.add(
                TrainerApi.CONDITION_COMPLETE.equals(terminal.getType())
                        ? EventDraft.routine("Completed", message)
                        : EventDraft.warning("Failed", message));
    }

    private Optional<Duration> checkDeadline() {
        Optional<Instant> deadline = Deadline.of(observation.trainJob(), conditions);
        if (deadline.isEmpty()) {
            return Optional.empty();
        }
        if (!now.isAfter(deadline.get())) {
            return Optional.of(Deadline.wait(deadline.get(), now));
        }
        String message = "TrainJob exceeded its active deadline";
        set(Conditions.of(TrainerApi.CONDITION_FAILED, true, DEADLINE_EXCEEDED, message));
        events.add(EventDraft.warning(DEADLINE_EXCEEDED, message));
        return Optional.empty();
    }

    /** Processes that did not all find each other train on less than was paid for; a job may want to fail then. */
    private void checkWorld() {
        if (isTrue(TrainerApi.CONDITION_SUSPENDED)) {
            return;
        }
        WorldSize.smaller(before.trainerStatus())
                .map(WorldSize.Smaller::message)
                .ifPresent(message -> {
                    if (WorldSize.failsJob(observation.trainJob())) {
                        set(Conditions.of(TrainerApi.CONDITION_FAILED, true, SMALLER_WORLD, message));
                        events.add(EventDraft.warning(SMALLER_WORLD, message));
                    } else {
                        events.add(EventDraft.notice(SMALLER_WORLD, message));
                    }
                });
    }

    /**
     * The counters of the JobSet; those of a JobSet that we removed end at zero. A JobSet that has not ended although its TrainJob has
     * is an older state of it, whose counters do not count any more.
     */
    private List<JobStatus> jobsStatus() {
        Optional<TerminalState> state = observation.state();
        boolean outdated = isFinished()
                && !isStopped()
                && state.flatMap(TerminalState::terminal).isEmpty();
        if (state.isPresent() && !outdated) {
            return state.get().jobsStatus().orElse(before.jobsStatus());
        }
        if (isStopped() && observation.jobSet() == JobSetPresence.ABSENT) {
            return before.jobsStatus().stream()
                    .map(job -> new JobStatus(job.name(), 0, job.succeeded(), job.failed(), 0, job.suspended()))
                    .toList();
        }
        return before.jobsStatus();
    }

    private TrainJobStatus status(List<JobStatus> jobs) {
        Optional<Observation.Training> training = observation.training();
        JobState phase = phase(jobs, training);
        return new TrainJobStatus(
                conditions,
                jobs,
                before.trainerStatus(),
                phase.text(),
                state(phase),
                training.map(Observation.Training::nodes).orElse(before.nodes()),
                readyNodes(jobs, training),
                training.map(known -> Progress.selector(
                                observation.trainJob().getMetadata().getName(), known))
                        .orElse(before.selector()),
                observation.trainJob().getMetadata().getGeneration());
    }

    /** That pods are ending is found out by looking at them, and holds while there are pods and not all are ready. */
    private JobState phase(List<JobStatus> jobs, Optional<Observation.Training> training) {
        JobState phase = Progress.state(conditions, jobs, training);
        boolean isEnding = JobState.ENDING.text().equals(before.phase())
                && (phase == JobState.PENDING || phase == JobState.STARTING)
                && jobs.stream().anyMatch(job -> job.active() > 0);
        return isEnding ? JobState.ENDING : phase;
    }

    /**
     * What the job waits for, as far as this reconcile knows; else what somebody found who has looked at its pods, as long as the job is where it
     * was then.
     */
    private @Nullable String state(JobState phase) {
        if (phase.isOver() || phase == JobState.RUNNING) {
            return null;
        }
        Optional<String> words = observation.build().stateWords();
        if (words.filter(told -> !told.isEmpty()).isPresent()) {
            return phase.with(words.get());
        }
        if (phase == JobState.SUSPENDED) {
            // Who has suspended it, the user or the queue, is not known here.
            return JobSummaries.of(observation.trainJob())
                    .queue()
                    .map(queue -> phase.with("queue " + queue))
                    .orElse(null);
        }
        return words.isEmpty() && phase.text().equals(before.phase()) ? before.state() : null;
    }

    /** A job that has ended has no nodes, whatever was last heard of them: its JobSet deletes those that are left. */
    private @Nullable Integer readyNodes(List<JobStatus> jobs, Optional<Observation.Training> training) {
        @Nullable
        Integer ready = training.map(known -> Progress.readyNodes(jobs, known)).orElse(before.readyNodes());
        return ready != null && isFinished() ? Integer.valueOf(0) : ready;
    }

    private void set(Condition condition) {
        conditions = Conditions.set(conditions, condition, now);
    }

    private boolean isFinished() {
        return isTrue(TrainerApi.CONDITION_COMPLETE) || isTrue(TrainerApi.CONDITION_FAILED);
    }

    private boolean isTrue(String type) {
        return conditions.stream()
                .anyMatch(condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    /** Failed although its JobSet went on; that has to go. */
    private boolean isStopped() {
        return failedBecause(DEADLINE_EXCEEDED) || failedBecause(SMALLER_WORLD);
    }

    private boolean failedBecause(String reason) {
        return conditions.stream()
                .anyMatch(condition -> TrainerApi.CONDITION_FAILED.equals(condition.getType())
                        && "True".equals(condition.getStatus())
                        && reason.equals(condition.getReason()));
    }

    private Optional<TrainJobSpec> spec() {
        return Optional.ofNullable(observation.trainJob().getSpec());
    }

    private static String runtimeKey(TrainJob trainJob) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        return spec == null || spec.runtimeRef() == null
                ? "none"
                : spec.runtimeRef().registryKey();
    }
}
