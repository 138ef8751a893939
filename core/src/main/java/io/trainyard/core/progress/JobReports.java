package io.trainyard.core.progress;

import io.trainyard.core.memory.Weight;
import io.trainyard.core.report.FetchReport;
import io.trainyard.core.report.FetchedShare;
import io.trainyard.core.report.Report;
import io.trainyard.core.report.ReportTime;
import io.trainyard.core.report.ReportTrees;
import io.trainyard.core.report.WorldSize;
import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What is known of one job from its program, and what of it is still to be written. For one thread. */
final class JobReports {
    /** Size without any report. */
    private static final int OWN_BYTES = 1024;

    private final Curves curves = new Curves();
    private RankBoard ranks = new RankBoard();
    private final Map<FetchReport.Content, Integer> fetched = new EnumMap<>(FetchReport.Content.class);
    private Optional<TrainerStatus> latest = Optional.empty();
    private int latestBytes;
    private Optional<Integer> writtenWorld = Optional.empty();
    private OptionalLong lastWrite = OptionalLong.empty();
    private boolean pending;
    private boolean wroteLast;
    private boolean smallerWorld;
    private boolean wroteSmaller;

    /**
     * Takes a report.
     *
     * @param trainJob as far as is known
     * @param now by our clock
     */
    void take(TrainJob trainJob, Report report, String pod, Instant now) {
        report.rank().ifPresent(rank -> ranks.heard(rank, pod, now));
        report.trainerStatus()
                .filter(status -> !isOld(status, trainJob.statusOrEmpty().trainerStatus(), now))
                .ifPresent(status -> {
                    latest = Optional.of(status);
                    latestBytes = Weight.of(ReportTrees.status(status));
                    pending = true;
                    curves.add(status, now);
                    // Who trains has everything.
                    fetched.clear();
                });
        report.fetch().ifPresent(fetch -> fetch.percentage()
                .filter(share -> !share.equals(fetched.put(fetch.content(), share)))
                .ifPresent(share -> pending = true));
        Optional<Integer> world = ranks.worldSize();
        Optional<Integer> declared = declared(trainJob);
        smallerWorld =
                world.isPresent() && declared.filter(all -> world.get() < all).isPresent();
        // Worth a write of its own, whether progress is reported or not.
        pending |= (smallerWorld || wroteSmaller) && !world.equals(writtenWorld);
    }

    /** Older than what is there: it was overtaken on its way. */
    private boolean isOld(TrainerStatus status, @Nullable TrainerStatus stored, Instant now) {
        Instant time = Rfc3339.parse(status.lastUpdatedTime()).orElse(now);
        Instant newest = now.plus(Curves.MAX_AHEAD);
        return List.of(latest, Optional.ofNullable(stored)).stream()
                .flatMap(Optional::stream)
                .flatMap(known -> Rfc3339.parse(known.lastUpdatedTime()).stream())
                .filter(known -> !known.isAfter(newest))
                .anyMatch(time::isBefore);
    }

    private Optional<Integer> declared(TrainJob trainJob) {
        return WorldSize.declared(trainJob, ranks.localWorldSize());
    }

    /** Somebody wrote this, another replica or we ourselves. */
    void observed(TrainerStatus stored, long nanos, Instant now) {
        curves.add(stored, now);
        lastWrite = OptionalLong.of(nanos);
    }

    boolean isPending() {
        return pending;
    }

    /** How long what is pending waits, counted from {@code nanos}. */
    Duration delay(long nanos, Duration minInterval) {
        OptionalLong since = lastWrite.isEmpty() ? lastWrite : OptionalLong.of(nanos - lastWrite.getAsLong());
        return WriteSchedule.delay(since, minInterval, saysDone() && !wroteLast);
    }

    private boolean saysDone() {
        return latest.map(TrainerStatus::progressPercentage)
                .filter(progress -> progress == 100)
                .isPresent();
    }

    /** What is to be written now; from here on it counts as written. */
    TrainerStatus toWrite(TrainJob trainJob, long nanos, Instant now) {
        TrainerStatus status = fetched.isEmpty() ? reported(trainJob, now) : fetching(trainJob, now);
        pending = false;
        lastWrite = OptionalLong.of(nanos);
        wroteLast = saysDone();
        writtenWorld = ranks.worldSize();
        wroteSmaller = smallerWorld;
        return WorldSize.with(status, ranks.worldSize(), declared(trainJob));
    }

    private TrainerStatus reported(TrainJob trainJob, Instant now) {
        return latest.or(() -> Optional.ofNullable(trainJob.statusOrEmpty().trainerStatus()))
                .orElseGet(() -> new TrainerStatus(null, null, List.of(), ReportTime.write(now)));
    }

    /** What the status said before, perhaps from another replica, which hears of the other initializer. */
    private TrainerStatus fetching(TrainJob trainJob, Instant now) {
        TrainerStatus before =
                Optional.ofNullable(trainJob.statusOrEmpty().trainerStatus()).orElseGet(() -> reported(trainJob, now));
        return FetchedShare.with(
                new TrainerStatus(
                        before.progressPercentage(),
                        before.estimatedRemainingSeconds(),
                        before.metrics(),
                        ReportTime.write(now)),
                fetched);
    }

    /** The write failed: there is something to write still. */
    void notWritten() {
        pending = true;
        writtenWorld = Optional.empty();
    }

    /** No process of a suspended job runs, so the reports of its processes are dropped. */
    void suspended() {
        ranks = new RankBoard();
    }

    /** About how much memory it takes. */
    int bytes() {
        return OWN_BYTES + latestBytes + ranks.bytes() + curves.bytes();
    }

    /** Whether its group lacks processes. */
    boolean hasSmallerWorld() {
        return smallerWorld;
    }

    Curves curves() {
        return curves;
    }

    StepTimes stepTimes() {
        return ranks.stepTimes();
    }

    JobProgress progress() {
        return new JobProgress(ranks.ranks(), ranks.worldSize(), curves.points());
    }
}
