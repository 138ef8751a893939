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
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells users by an event why their job does not get going, each time the cause changes. Looks at a job that does not run half a minute after it was created, ever more
 * seldom while the cause stays the same, and at a few jobs at a time, so that ten thousand waiting jobs cost no more than ten. Jobs that start as they
 * should cost nothing. Lives on the event loop.
 */
public final class CauseReporter {
    private static final Logger LOG = LoggerFactory.getLogger(CauseReporter.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration GRACE_PERIOD = Duration.ofSeconds(30);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);
    private static final int MAX_LOOKS = 10;

    /** States in which a job is on its way to training. */
    private static final Set<JobState> WAITING =
            Set.of(JobState.CREATED, JobState.PENDING, JobState.INITIALIZING, JobState.STARTING);

    /**
     * What was found when a job was last looked at.
     *
     * @param cause what kept it; empty when nothing was wrong
     * @param pause how long to leave it alone
     * @param next when to look again, in nanoseconds
     */
    private record Look(Optional<Cause.Kind> cause, Duration pause, long next) {}

    private final Supplier<Collection<TrainJob>> trainJobs;
    private final Function<ResourceKey, Optional<TrainJob>> newest;
    private final Function<TrainJob, Optional<JobSet>> jobSets;
    private final BriefInspector inspector;
    private final TimeSource time;
    private final BiConsumer<TrainJob, EventDraft> events;
    private final Map<String, Look> looks = new HashMap<>();
    private TimeSource.@Nullable Cancellable next;
    private boolean started;

    /**
     * @param trainJobs all that there are, as far as is known
     * @param newest one of them, with what this process has written itself
     * @param jobSets the JobSet of a TrainJob, as far as is known
     * @param events where users are told
     */
    public CauseReporter(
            Supplier<Collection<TrainJob>> trainJobs,
            Function<ResourceKey, Optional<TrainJob>> newest,
            Function<TrainJob, Optional<JobSet>> jobSets,
            KubeReader api,
            TimeSource time,
            BiConsumer<TrainJob, EventDraft> events) {
        this.trainJobs = trainJobs;
        this.newest = newest;
        this.jobSets = jobSets;
        this.inspector = new BriefInspector(api, time::now);
        this.time = time;
        this.events = events;
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
                trainJobs.get().stream().filter(this::isWaiting).toList();
        Set<String> uids = new HashSet<>();
        waiting.forEach(trainJob -> uids.add(trainJob.getMetadata().getUid()));
        looks.keySet().retainAll(uids);
        long now = time.nanos();
        return waiting.stream()
                .filter(trainJob -> nextLook(trainJob, now) <= now)
                .sorted(Comparator.comparing((TrainJob trainJob) ->
                                looks.containsKey(trainJob.getMetadata().getUid()))
                        .thenComparingLong(trainJob -> nextLook(trainJob, now)))
                .limit(MAX_LOOKS)
                .toList();
    }

    private long nextLook(TrainJob trainJob, long now) {
        @Nullable Look look = looks.get(trainJob.getMetadata().getUid());
        return look == null ? now : look.next();
    }

    /** All jobs are asked every ten seconds, and most of them run or have ended: that must cost next to nothing. */
    private static boolean runsOrHasEnded(TrainJobStatus status) {
        return JobState.RUNNING.text().equals(status.phase()) || status.isFinished();
    }

    private boolean isWaiting(TrainJob trainJob) {
        if (runsOrHasEnded(trainJob.statusOrEmpty())) {
            return false;
        }
        JobSummary job = JobSummaries.of(trainJob);
        return WAITING.contains(job.state())
                && !job.suspended()
                && !job.deleting()
                && job.managedBy().isEmpty()
                && Duration.between(job.created(), time.now()).compareTo(GRACE_PERIOD) >= 0;
    }

    private Uni<Void> look(TrainJob trainJob) {
        return inspector
                .inspect(trainJob, jobSets.apply(trainJob))
                .invoke(objects -> found(trainJob, Causes.of(objects)))
                .replaceWithVoid()
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.atDebug()
                            .addKeyValue("trainJob", trainJob.key())
                            .log("cannot look at its pods: {}", failure.getMessage());
                    return null;
                });
    }

    private void found(TrainJob trainJob, Cause cause) {
        if (!stillWaits(trainJob)) {
            return;
        }
        // Whoever says that nobody has looked at a job has just done so.
        boolean problem = cause.kind().isProblem() && cause.kind() != Cause.Kind.NOT_RECONCILED;
        Optional<Cause.Kind> kind = problem ? Optional.of(cause.kind()) : Optional.empty();
        String uid = trainJob.getMetadata().getUid();
        Optional<Look> same = Optional.ofNullable(looks.get(uid))
                .filter(before -> before.cause().equals(kind));
        Duration pause = same.map(before -> longer(before.pause())).orElse(INTERVAL);
        looks.put(uid, new Look(kind, pause, time.nanos() + pause.toNanos()));
        if (problem && same.isEmpty()) {
            events.accept(trainJob, EventDraft.notice(cause.kind().reason(), text(cause)));
        }
    }

    /** A look takes seconds where the API server is slow; a job that has begun, ended or gone meanwhile is kept by nothing any more. */
    private boolean stillWaits(TrainJob seen) {
        return newest.apply(seen.key())
                .filter(now ->
                        now.getMetadata().getUid().equals(seen.getMetadata().getUid()))
                .filter(this::isWaiting)
                .isPresent();
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
