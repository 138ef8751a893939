package io.trainyard.core.progress;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.report.InvalidReportException;
import io.trainyard.core.report.Report;
import io.trainyard.core.report.WorldSize;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What programs report of all jobs: kept, written to the TrainJobs at most so often, and at the end of a job its curves stored. All calls come on one event
 * loop.
 */
public final class ProgressReports {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressReports.class);

    /** A write that failed is tried again then. */
    private static final Duration RETRY = Duration.ofSeconds(5);

    /** Last reports may be on their way when a job ends. */
    private static final Duration LAST_REPORTS = Duration.ofSeconds(5);

    /** How long a job that has ended is remembered; who asks later gets what was stored. */
    private static final Duration ENDED = Duration.ofMinutes(10);

    /** How long a job that has not ended is remembered after its last report. */
    private static final Duration QUIET = Duration.ofDays(7);

    /** Pause after too many writes at once, or after a conflict: by then the watch has delivered the other change of the TrainJob. */
    private static final Duration SOON = Duration.ofSeconds(1);

    /** Each write under way holds its status in memory, and the API server may accept only a few per second. */
    private static final int MAX_WRITES = 32;

    private static final int SAVE_ATTEMPTS = 5;
    private static final Duration MOMENT = Duration.ofMillis(50);
    private static final Duration LAST_WRITES = Duration.ofSeconds(5);

    private final Setup setup;
    private final BoundedCache<ResourceKey, Entry> entries;
    private int writes;

    /**
     * What it works with.
     *
     * @param time of its event loop
     * @param minInterval least time between two writes for one TrainJob
     * @param keepsHistory whether this replica is the one that stores curves; asked at the end of a job
     */
    public record Setup(
            TimeSource time,
            StatusWriter writer,
            HistoryStore history,
            ReportMetrics metrics,
            Duration minInterval,
            BooleanSupplier keepsHistory) {}

    /** One job. */
    private static final class Entry {
        private JobReports reports = new JobReports();
        private TrainJob trainJob;
        private TimeSource.@Nullable Cancellable timer;
        private boolean writing;
        private boolean countedAsSmaller;

        private Entry(TrainJob trainJob) {
            this.trainJob = trainJob;
        }

        /** The cache drops it; a timer or a write may hold it a while longer, but not its reports. */
        private void end() {
            cancelTimer();
            reports = new JobReports();
        }

        private void cancelTimer() {
            if (timer != null) {
                timer.cancel();
                timer = null;
            }
        }
    }

    public ProgressReports(Setup setup) {
        this.setup = setup;
        this.entries =
                new BoundedCache<>(CacheOwner.REPORTS, setup.time(), (key, entry) -> entry.reports.bytes(), Entry::end);
    }

    /**
     * Takes a report.
     *
     * @param trainJob whom it is about, as far as is known
     * @param pod name of the pod that it comes from; empty where reports carry no token
     * @throws InvalidReportException when the TrainJob cannot have such a process
     */
    public void take(TrainJob trainJob, Report report, String pod) {
        report.rank().ifPresent(rank -> WorldSize.check(trainJob, rank.rank()));
        Entry entry = entry(trainJob);
        entry.reports.take(trainJob, report, pod, setup.time().now());
        if (entry.reports.hasSmallerWorld() && !entry.countedAsSmaller) {
            entry.countedAsSmaller = true;
            setup.metrics().smallerWorld();
        }
        keep(entry);
        schedule(entry);
    }

    /** What is known of a job from its program; empty when nothing was heard of it lately. */
    public Optional<JobProgress> progress(ResourceKey trainJob) {
        return entries.get(trainJob).map(entry -> entry.reports.progress());
    }

    /** How long steps took, in seconds by our clock, by the number of the process; empty when nothing was heard of the job lately. */
    public Map<Integer, List<MetricPoint>> stepTimes(ResourceKey trainJob) {
        return entries.get(trainJob)
                .map(entry -> entry.reports.stepTimes().points())
                .orElse(Map.of());
    }

    /** The curves of a job, also of one that ended long ago; empty when there are none. */
    public Uni<Optional<Map<String, List<MetricPoint>>>> curves(TrainJob trainJob) {
        Optional<JobProgress> known =
                progress(trainJob.key()).filter(found -> !found.curves().isEmpty());
        return known.isPresent()
                ? Uni.createFrom().item(known.map(JobProgress::curves))
                : setup.history().load(trainJob);
    }

    /** A TrainJob has changed; reports that other replicas took become known so. */
    public void changed(TrainJob previous, TrainJob trainJob) {
        @Nullable TrainerStatus stored = trainJob.statusOrEmpty().trainerStatus();
        if (stored != null && !stored.equals(previous.statusOrEmpty().trainerStatus())) {
            entry(trainJob)
                    .reports
                    .observed(stored, setup.time().nanos(), setup.time().now());
        }
        known(trainJob).ifPresent(entry -> {
            entry.trainJob = trainJob;
            if (trainJob.getSpec() != null && trainJob.getSpec().isSuspended()) {
                entry.reports.suspended();
            }
            keep(entry);
            if (trainJob.statusOrEmpty().isFinished()
                    && !previous.statusOrEmpty().isFinished()) {
                if (entry.reports.isPending() && !entry.writing) {
                    writeAndGoOn(entry);
                }
                setup.time().after(LAST_REPORTS, () -> save(entry, SAVE_ATTEMPTS));
            }
        });
    }

    /** A TrainJob is gone. */
    public void deleted(TrainJob trainJob) {
        known(trainJob).ifPresent(this::forget);
    }

    /** Writes what has been waiting, as far as that is possible within a few seconds. */
    public Uni<Void> flush() {
        return together(entries.values().stream()
                .map(entry -> writeLast(entry).onFailure().recoverWithNull())
                .toList());
    }

    /** What comes during a write waits for it; a conflict means that the watch has not delivered yet how the TrainJob ended. */
    private Uni<Void> writeLast(Entry entry) {
        entry.cancelTimer();
        if (!entry.writing && (!entry.reports.isPending() || !isKnown(entry))) {
            return Uni.createFrom().voidItem();
        }
        Uni<Void> step = entry.writing
                ? moment()
                : write(entry).onFailure(ApiFailure.Kind.CONFLICT::isOf).recoverWithUni(this::moment);
        return step.chain(() -> writeLast(entry));
    }

    private Uni<Void> moment() {
        return Uni.createFrom().emitter(pause -> setup.time().after(MOMENT, () -> pause.complete(null)));
    }

    /** Stores the curves of all jobs that are known, ended or not, as far as that is possible within a few seconds. */
    public Uni<Void> saveAll() {
        return together(entries.values().stream()
                .filter(entry -> !entry.reports.curves().isEmpty())
                .map(entry -> setup.history()
                        .save(entry.trainJob, entry.reports.curves().points())
                        .onFailure()
                        .recoverWithNull())
                .toList());
    }

    private Uni<Void> together(List<Uni<Void>> steps) {
        return steps.isEmpty()
                ? Uni.createFrom().voidItem()
                : TimeLimit.of(LAST_WRITES, setup.time(), Uni.join().all(steps).andCollectFailures())
                        .onFailure()
                        .recoverWithNull()
                        .replaceWithVoid();
    }

    private Entry entry(TrainJob trainJob) {
        Entry entry = known(trainJob).orElseGet(() -> new Entry(trainJob));
        entries.get(trainJob.key()).filter(other -> other != entry).ifPresent(this::forget);
        entry.trainJob = trainJob;
        keep(entry);
        return entry;
    }

    /** The entry of the TrainJob with this uid; empty when the entry belongs to another TrainJob of that name. */
    private Optional<Entry> known(TrainJob trainJob) {
        return entries.get(trainJob.key())
                .filter(entry -> Objects.equals(
                        entry.trainJob.getMetadata().getUid(),
                        trainJob.getMetadata().getUid()));
    }

    private boolean isKnown(Entry entry) {
        return entries.get(entry.trainJob.key()).filter(entry::equals).isPresent();
    }

    /** Remembers it from now on, with its present size. */
    private void keep(Entry entry) {
        entries.put(entry.trainJob.key(), entry, entry.trainJob.statusOrEmpty().isFinished() ? ENDED : QUIET);
    }

    private void forget(Entry entry) {
        if (isKnown(entry)) {
            entries.remove(entry.trainJob.key());
            entry.end();
        }
    }

    private void schedule(Entry entry) {
        if (!entry.reports.isPending() || entry.writing) {
            return;
        }
        Duration delay = entry.reports.delay(setup.time().nanos(), setup.minInterval());
        if (delay.isZero()) {
            writeAndGoOn(entry);
        } else {
            writeAfter(entry, delay);
        }
    }

    private void writeAfter(Entry entry, Duration delay) {
        entry.cancelTimer();
        entry.timer = setup.time().after(delay, () -> {
            entry.timer = null;
            if (entry.reports.isPending() && !entry.writing) {
                writeAndGoOn(entry);
            }
        });
    }

    private void writeAndGoOn(Entry entry) {
        entry.cancelTimer();
        if (writes >= MAX_WRITES) {
            writeAfter(entry, SOON);
            return;
        }
        write(entry).subscribe().with(written -> schedule(entry), failure -> {
            if (entry.reports.isPending()) {
                writeAfter(entry, ApiFailure.Kind.CONFLICT.isOf(failure) ? SOON : RETRY);
            }
        });
    }

    private Uni<Void> write(Entry entry) {
        TrainJob trainJob = entry.trainJob;
        TrainerStatus status = entry.reports.toWrite(
                trainJob, setup.time().nanos(), setup.time().now());
        entry.writing = true;
        writes++;
        return setup.writer()
                .write(trainJob, status)
                .onTermination()
                .invoke(() -> {
                    entry.writing = false;
                    writes--;
                })
                .invoke(() -> setup.metrics().written())
                .onFailure()
                .invoke(failure -> {
                    setup.metrics().failed();
                    notWritten(entry, failure);
                });
    }

    private void notWritten(Entry entry, Throwable failure) {
        if (ApiFailure.Kind.NOT_FOUND.isOf(failure)) {
            forget(entry);
        }
        if (!isKnown(entry)) {
            return;
        }
        if (!ApiFailure.Kind.CONFLICT.isOf(failure)) {
            LOG.atWarn()
                    .addKeyValue("trainJob", entry.trainJob.key())
                    .log("a report could not be written: {}", failure.getMessage());
        }
        if (!ApiFailure.Kind.INVALID.isOf(failure)) {
            entry.reports.notWritten();
        }
    }

    private void save(Entry entry, int attempts) {
        Curves curves = entry.reports.curves();
        if (!isKnown(entry) || curves.isEmpty() || !setup.keepsHistory().getAsBoolean()) {
            return;
        }
        setup.history().save(entry.trainJob, curves.points()).subscribe().with(saved -> {}, failure -> {
            LOG.atWarn()
                    .addKeyValue("trainJob", entry.trainJob.key())
                    .log("its metrics could not be stored: {}", failure.getMessage());
            if (attempts > 1) {
                setup.time().after(RETRY, () -> save(entry, attempts - 1));
            }
        });
    }
}
