package io.trainyard.dashboard.cache;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.inspect.JobInspector;
import io.trainyard.core.progress.JobProgress;
import io.trainyard.core.progress.RankState;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.RankReport;
import io.trainyard.core.why.Causes;
import io.trainyard.dashboard.access.Answers;
import io.trainyard.dashboard.view.JobPage;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Everything about one job, for all who look at it together: it is looked up anew when something has changed, and else every two seconds at most. Lives on one
 * event loop.
 */
final class JobPages {
    private static final Duration HOLDS = Duration.ofSeconds(2);
    private static final int MAX_PAGES = 256;

    private final JobInspector inspector;
    private final Reports reports;
    private final Executor loop;
    private final Answers<Version, Optional<JobPage>> pages;

    /** A job as it is after one of its changes. */
    private record Version(String uid, long number) {}

    JobPages(SharedReads reads, Reports reports, TimeSource time, Executor loop) {
        this.inspector = new JobInspector(reads, time.clock());
        this.reports = reports;
        this.loop = loop;
        this.pages = new Answers<>(time, MAX_PAGES, page -> HOLDS);
    }

    Uni<Optional<JobPage>> page(TrainJob trainJob, LiveRows.Known known) {
        return pages.get(
                new Version(trainJob.getMetadata().getUid(), known.version()), () -> reports.progress(trainJob.key())
                        .emitOn(loop)
                        .chain(progress -> inspector.inspect(trainJob).map(objects -> page(objects, progress, known))));
    }

    private static Optional<JobPage> page(JobObjects objects, Optional<JobProgress> progress, LiveRows.Known known) {
        JobObjects all = objects.withReports(progress.map(JobProgress::ranks).orElse(List.of()).stream()
                .map(JobPages::report)
                .toList());
        return Optional.of(new JobPage(known.row(), JobDetails.of(all, Optional.of(Causes.of(all))), List.of()));
    }

    private static RankReport report(RankState rank) {
        return new RankReport(
                rank.rank(), rank.node(), rank.received(), rank.step(), rank.stepTime(), rank.worldSize());
    }
}
