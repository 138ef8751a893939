package io.trainyard.dashboard.cache;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.inspect.JobInspector;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.progress.JobProgress;
import io.trainyard.core.progress.RankState;
import io.trainyard.core.time.AnswerCache;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NoteView;
import io.trainyard.core.view.RankReport;
import io.trainyard.core.why.Causes;
import io.trainyard.dashboard.view.JobPage;
import io.trainyard.dashboard.view.PageJson;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything about one job, for all who look at it together: it is looked up anew when something has changed, and else every two seconds at most. Lives on one
 * event loop.
 */
final class JobPages {
    private static final Duration HOLDS = Duration.ofSeconds(2);

    private final JobInspector inspector;
    private final ControllerViews.Setup setup;
    private final AnswerCache<Version, Optional<JobPage>> pages;

    /** A job as it is after one of its changes. */
    private record Version(String uid, long number) {}

    JobPages(SharedReads reads, ControllerViews.Setup setup) {
        this.inspector = new JobInspector(reads, setup.time().clock());
        this.setup = setup;
        this.pages = new AnswerCache<>(
                CacheOwner.DASHBOARD_PAGES,
                setup.time(),
                (version, page) -> page.map(PageJson::of).map(Weight::of).orElse(0),
                (version, page) -> HOLDS);
    }

    Uni<Optional<JobPage>> page(TrainJob trainJob, LiveRows.Known known) {
        return pages.get(new Version(trainJob.getMetadata().getUid(), known.version()), () -> setup.reports()
                .progress(trainJob.key())
                .emitOn(setup.loop())
                .chain(progress -> inspector.inspect(trainJob).map(objects -> with(objects, progress)))
                .chain(objects ->
                        setup.notes().apply(objects).emitOn(setup.loop()).map(notes -> page(objects, notes, known))));
    }

    private static JobObjects with(JobObjects objects, Optional<JobProgress> progress) {
        return objects.withReports(progress.map(JobProgress::ranks).orElse(List.of()).stream()
                .map(JobPages::report)
                .toList());
    }

    private static Optional<JobPage> page(JobObjects objects, List<NoteView> notes, LiveRows.Known known) {
        return Optional.of(new JobPage(
                known.row(),
                JobDetails.of(objects, Optional.of(Causes.of(objects))),
                notes.stream()
                        .map(note -> new JobPage.Note(note.source(), note.text(), note.link()))
                        .toList()));
    }

    private static RankReport report(RankState rank) {
        return new RankReport(
                rank.rank(), rank.node(), rank.received(), rank.step(), rank.stepTime(), rank.worldSize());
    }
}
