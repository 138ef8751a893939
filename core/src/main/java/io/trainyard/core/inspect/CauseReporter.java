package io.trainyard.core.inspect;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.KubeReader;
import io.trainyard.core.status.EventDraft;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.why.Causes;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells users why their job does not get going: by an event each time the cause changes, and in its status. Looks at a job that does not run some seconds after it
 * was created or its JobSet has changed, ever more seldom while neither JobSet nor kind of cause change, and at a few jobs at a time, so that ten thousand
 * waiting jobs cost no more than ten. A look at a job that starts as it should reads its pods and writes nothing. Lives on the event loop.
 */
public final class CauseReporter {
    private static final Logger LOG = LoggerFactory.getLogger(CauseReporter.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    /** What is refused is refused within a second or two after the last change; what starts as it should goes on changing. */
    private static final Duration QUIET = Duration.ofSeconds(4);

    /** A job that changes for longer than that is looked at all the same, and what a job waits for longer than that is told, although nothing is wrong. */
    private static final Duration STARTING = Duration.ofSeconds(30);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(4);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);
    private static final int MAX_FIRST_LOOKS = 10;
    private static final int MAX_LOOKS = 2;

    /** States in which a job is on its way to training, or to its end. */
    private static final Set<JobState> WAITING =
            Set.of(JobState.CREATED, JobState.PENDING, JobState.INITIALIZING, JobState.STARTING, JobState.ENDING);

    /**
     * What is known of a job that waits.
     *
     * @param jobSet version of its JobSet; empty when it has none
     * @param looked whether it was looked at since it waits
     * @param told what was wrong when it was last looked at; empty when nothing was
     * @param pause how long to leave it alone after the next look
     * @param next when to look, in nanoseconds
     */
    private record Look(String jobSet, boolean looked, Optional<Cause.Kind> told, Duration pause, long next) {
        Look changed(String version, long due) {
            return new Look(version, looked, told, FIRST_PAUSE, due);
        }
    }

    /** Says in the status of a TrainJob what it waits for. */
    public interface StateWriter {
        /**
         * Never fails.
         *
         * @param trainJob its newest state
         * @param phase where it is
         * @param state the phase and what it waits for; null where nothing is to be said
         */
        Uni<Void> tell(TrainJob trainJob, JobState phase, @Nullable String state);
    }

    private final Supplier<Collection<TrainJob>> trainJobs;
    private final Function<ResourceKey, Optional<TrainJob>> newest;
    private final Function<TrainJob, Optional<JobSet>> jobSets;
    private final BriefInspector inspector;
    private final TimeSource time;
    private final BiConsumer<TrainJob, EventDraft> events;
    private final StateWriter states;
    private final Map<String, Look> looks = new HashMap<>();

    /** What plugins said last of the gangs of a TrainJob, by its uid. */
    private final Map<String, List<String>> words = new HashMap<>();

    private TimeSource.@Nullable Cancellable next;
    private boolean started;

    /**
     * @param trainJobs all that there are, as far as is known
     * @param newest one of them, with what this process has written itself
     * @param jobSets the JobSet of a TrainJob, as far as is known
     * @param events where users are told
     * @param states where they are told, too
     */
    public CauseReporter(
            Supplier<Collection<TrainJob>> trainJobs,
            Function<ResourceKey, Optional<TrainJob>> newest,
            Function<TrainJob, Optional<JobSet>> jobSets,
            KubeReader api,
            TimeSource time,
            BiConsumer<TrainJob, EventDraft> events,
            StateWriter states) {
        this.trainJobs = trainJobs;
        this.newest = newest;
        this.jobSets = jobSets;
        this.inspector = new BriefInspector(api, time::now);
        this.time = time;
        this.events = events;
        this.states = states;
    }

    /**
     * Hears why the gangs of a TrainJob are not placed; it is told when that lasts.
     *
     * @param heard in the scheduler's words; empty when they are placed, or nobody knows
     */
    public void hear(TrainJob trainJob, List<String> heard) {
        if (heard.isEmpty()) {
            words.remove(uid(trainJob));
        } else {
            words.put(uid(trainJob), List.copyOf(heard));
        }
    }

    /** Begins to look; once started it is not started again before it was stopped. */
    public void start() {
        if (!started) {
            started = true;
            scheduleNext();
        }
    }

    /** Looks no more; may be started again. */
    public void stop() {
        started = false;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void scheduleNext() {
        if (next != null) {
            next.cancel();
        }
        if (started) {
            next = time.after(INTERVAL, this::round);
        }
    }

    private void round() {
        Uni<Void> all = Uni.createFrom().voidItem();
        for (TrainJob trainJob : due()) {
            all = all.chain(() -> look(trainJob));
        }
        all.subscribe().with(done -> scheduleNext(), failure -> {
            LOG.atWarn().setCause(failure).log("cannot find out why jobs wait");
            scheduleNext();
        });
    }

    /** Those that nobody has looked at first, then those that have waited longest for another look. Forgets jobs that are on their way, or gone. */
    private List<TrainJob> due() {
        List<TrainJob> waiting =
                trainJobs.get().stream().filter(CauseReporter::isWaiting).toList();
        Set<String> uids = new HashSet<>();
        waiting.forEach(trainJob -> uids.add(uid(trainJob)));
        looks.keySet().retainAll(uids);
        words.keySet().retainAll(uids);
        long now = time.nanos();
        waiting.forEach(trainJob -> looks.merge(
                uid(trainJob),
                seen(trainJob, now),
                (old, seen) -> old.jobSet().equals(seen.jobSet())
                        ? old
                        : old.changed(
                                seen.jobSet(), isYoung(trainJob) ? seen.next() : Math.min(old.next(), seen.next()))));
        List<TrainJob> due = waiting.stream()
                .filter(trainJob -> look(uid(trainJob)).next() <= now)
                .sorted(Comparator.comparingLong(trainJob -> look(uid(trainJob)).next()))
                .toList();
        return Stream.concat(
                        due.stream()
                                .filter(trainJob -> !look(uid(trainJob)).looked())
                                .limit(MAX_FIRST_LOOKS),
                        due.stream()
                                .filter(trainJob -> look(uid(trainJob)).looked())
                                .limit(MAX_LOOKS))
                .toList();
    }

    private Look seen(TrainJob trainJob, long now) {
        return new Look(version(trainJob), false, Optional.empty(), FIRST_PAUSE, now + QUIET.toNanos());
    }

    private String version(TrainJob trainJob) {
        return jobSets.apply(trainJob)
                .map(jobSet -> String.valueOf(jobSet.getMetadata().getResourceVersion()))
                .orElse("");
    }

    private boolean isYoung(TrainJob trainJob) {
        Instant created = JobSummaries.of(trainJob).created();
        return Duration.between(created, time.now()).compareTo(STARTING) < 0;
    }

    private Look look(String uid) {
        return Objects.requireNonNull(looks.get(uid));
    }

    private static String uid(TrainJob trainJob) {
        return trainJob.getMetadata().getUid();
    }

    /** All jobs are asked every two seconds, and most of them run or have ended: that must cost next to nothing. */
    private static boolean runsOrHasEnded(TrainJobStatus status) {
        return JobState.RUNNING.text().equals(status.phase()) || status.isFinished();
    }

    private static boolean isWaiting(TrainJob trainJob) {
        if (runsOrHasEnded(trainJob.statusOrEmpty())) {
            return false;
        }
        JobSummary job = JobSummaries.of(trainJob);
        return WAITING.contains(job.state())
                && !job.suspended()
                && !job.deleting()
                && job.managedBy().isEmpty();
    }

    private Uni<Void> look(TrainJob trainJob) {
        List<String> heard = words.getOrDefault(uid(trainJob), List.of());
        return inspector
                .inspect(trainJob, jobSets.apply(trainJob), heard, isYoung(trainJob))
                .chain(objects -> found(trainJob, Causes.of(objects, heard), objects.jobSet()))
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.atDebug()
                            .addKeyValue("trainJob", trainJob.key())
                            .log("cannot look at its pods: {}", failure.getMessage());
                    return null;
                });
    }

    private Uni<Void> found(TrainJob trainJob, Cause cause, Optional<JobSet> jobSet) {
        Optional<TrainJob> newest = stillWaiting(trainJob);
        Optional<Look> last = Optional.ofNullable(looks.get(uid(trainJob)));
        if (newest.isEmpty() || last.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        // This look is the first one, so that no controller has looked is no problem.
        boolean problem = cause.kind().isProblem() && cause.kind() != Cause.Kind.NOT_RECONCILED;
        Optional<Cause.Kind> told = problem ? Optional.of(cause.kind()) : Optional.empty();
        boolean same = last.get().looked() && last.get().told().equals(told);
        Duration pause = same ? last.get().pause() : FIRST_PAUSE;
        looks.put(
                uid(trainJob),
                new Look(last.get().jobSet(), true, told, longer(pause), time.nanos() + pause.toNanos()));
        JobState phase = phase(newest.get(), cause.kind());
        @Nullable String before = newest.get().statusOrEmpty().state();
        String text = phase.with(cause.message());
        boolean known = text.equals(before);
        if (problem && isNews(cause.kind(), same, known)) {
            events.accept(trainJob, EventDraft.notice(cause.kind().reason(), text(cause)));
        }
        // A job that starts within moments is not written to.
        boolean isLong = pause.compareTo(STARTING) >= 0;
        @Nullable String state = problem || known || isLong ? text : null;
        // Without a JobSet the reconcile knows better what is missing.
        boolean mayBeSaid = jobSet.isPresent() || (problem && before == null);
        boolean endingIsNews = (phase == JobState.ENDING)
                != JobState.ENDING.text().equals(newest.get().statusOrEmpty().phase());
        return mayBeSaid && (endingIsNews || !Objects.equals(before, state))
                ? states.tell(newest.get(), phase, state)
                : Uni.createFrom().voidItem();
    }

    /** Of what was refused the words count: those that the status says were told by an event, too. Of other causes they hold numbers that come and go. */
    private static boolean isNews(Cause.Kind kind, boolean same, boolean known) {
        return switch (kind) {
            case REFUSED -> !same || !known;
            case NOT_BUILT -> !known;
            // Told again with what the scheduler says now; the recorder counts, and writes seldom.
            case GANG_UNSCHEDULABLE -> true;
            default -> !same;
        };
    }

    /** Only who looks at the pods knows that they are ending: for the JobSet they are not ready, as those that start. */
    private static JobState phase(TrainJob trainJob, Cause.Kind kind) {
        if (kind == Cause.Kind.ENDING || kind == Cause.Kind.POD_KEPT) {
            return JobState.ENDING;
        }
        JobState state = JobSummaries.of(trainJob).state();
        return state == JobState.CREATED || state == JobState.ENDING ? JobState.PENDING : state;
    }

    /** A look takes seconds where the API server is slow; a job that has begun, ended or gone meanwhile is kept by nothing any more. */
    private Optional<TrainJob> stillWaiting(TrainJob seen) {
        return newest.apply(seen.key())
                .filter(now -> uid(now).equals(uid(seen)))
                .filter(CauseReporter::isWaiting);
    }

    /** Two sentences. */
    private static String text(Cause cause) {
        String advice = cause.advice();
        return cause.message() + ". " + advice.substring(0, 1).toUpperCase(Locale.ROOT) + advice.substring(1);
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : twice;
    }
}
