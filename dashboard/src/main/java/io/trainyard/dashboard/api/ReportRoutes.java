package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.view.JobDetail;
import io.trainyard.core.view.NoteView;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.dashboard.log.LogTailReader;
import io.trainyard.dashboard.report.JobReport;
import io.trainyard.dashboard.report.JobReport.LogTail;
import io.trainyard.dashboard.report.ReportPage;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobPage;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One job as one file. Holds what its reader would see on the page, and no more. */
final class ReportRoutes {
    private static final int MAX_LOGS = 16;
    private static final int LINES = 200;

    /** Each may read a dozen logs and keep a worker for a while. */
    private static final int MAX_AT_ONCE = 4;

    private final JobViews views;
    private final LogSource logs;
    private final Gate gate;
    private final Turn turn;
    private final TimeSource time;
    private final Context context;
    private final String version;
    private int running;

    ReportRoutes(
            JobViews views, LogSource logs, Gate gate, Turn turn, TimeSource time, Context context, String version) {
        this.views = views;
        this.logs = logs;
        this.gate = gate;
        this.turn = turn;
        this.time = time;
        this.context = context;
        this.version = version;
    }

    void addTo(Router router) {
        router.get("/jobs/:namespace/:name/report").handler(this::report);
    }

    /** What a reader may see of a job. */
    private record Rights(boolean pods, boolean logs, boolean events, boolean objects, boolean runtime) {
        Set<String> hidden() {
            Set<String> hidden = new TreeSet<>();
            Map.of("pods", pods, "logs", logs, "events", events, "objects", objects, "runtime", runtime)
                    .forEach((part, shown) -> {
                        if (!shown) {
                            hidden.add(part);
                        }
                    });
            if (!pods || !logs || !events) {
                // The reason of a failure is taken from pods, logs and events.
                hidden.add("why");
            }
            return hidden;
        }
    }

    private record File(String name, String content) {}

    private void report(RoutingContext request) {
        JobKey key = JobRoutes.key(request);
        turn.<File>then(
                request,
                () -> gate.userWith(request, Right.GET_JOB, key.namespace())
                        .emitOn(turn::run)
                        .chain(who -> limited(() -> content(who, key).chain(this::file))),
                file -> request.response()
                        .putHeader("Content-Type", "text/html; charset=utf-8")
                        .putHeader("Cache-Control", "no-store")
                        .putHeader("Content-Disposition", "attachment; filename=\"" + file.name() + "\"")
                        .end(file.content()));
    }

    private Uni<File> limited(java.util.function.Supplier<Uni<File>> work) {
        if (running >= MAX_AT_ONCE) {
            throw ApiException.tooMany("others are being written; try again in a moment");
        }
        running++;
        return work.get().emitOn(turn::run).onTermination().invoke(() -> turn.run(() -> running--));
    }

    private Uni<File> file(JobReport report) {
        return Uni.createFrom().completionStage(() -> context.<File>executeBlocking(
                        () -> new File(ReportPage.fileName(report), ReportPage.of(report)), false)
                .toCompletionStage());
    }

    private Uni<JobReport> content(Identity who, JobKey key) {
        return Uni.combine()
                .all()
                .unis(
                        views.job(key)
                                .map(found -> found.orElseThrow(
                                        () -> ApiException.notFound("TrainJob " + Gate.printable(key.toString())))),
                        views.metrics(key),
                        views.spec(key).map(found -> found.orElseGet(ReportRoutes::noSpec)))
                .asTuple()
                .chain(parts -> rights(who, key, parts.getItem3())
                        .chain(rights -> tails(key, rights).map(tails -> {
                            JobPage page = parts.getItem1();
                            return new JobReport(
                                    visible(page.detail(), rights),
                                    page.notes().stream()
                                            .map(note -> new NoteView(note.source(), note.text(), note.link()))
                                            .toList(),
                                    parts.getItem2(),
                                    visible(parts.getItem3(), rights),
                                    tails,
                                    rights.hidden(),
                                    time.now(),
                                    version);
                        })));
    }

    private Uni<Rights> rights(Identity who, JobKey key, JobSpec spec) {
        Right runtimes = "ClusterTrainingRuntime".equals(spec.runtime().get("kind"))
                ? Right.LIST_CLUSTER_RUNTIMES
                : Right.LIST_RUNTIMES;
        return Uni.combine()
                .all()
                .unis(
                        gate.allowed(who, Right.LIST_PODS, key.namespace()),
                        gate.allowed(who, Right.READ_LOGS, key.namespace()),
                        gate.allowed(who, Right.LIST_EVENTS, key.namespace()),
                        gate.allowed(who, Right.LIST_JOBSETS, key.namespace()),
                        gate.allowed(who, runtimes, key.namespace()))
                .with((pods, log, events, objects, runtime) -> new Rights(pods, log, events, objects, runtime));
    }

    private static JobDetail visible(JobDetail job, Rights rights) {
        return new JobDetail(
                job.summary(),
                job.conditions(),
                rights.pods() ? job.steps() : List.of(),
                rights.pods() ? job.nodes() : List.of(),
                rights.pods() ? job.ranks() : List.of(),
                rights.events() ? job.events() : List.of(),
                job.attempts(),
                rights.hidden().contains("why") ? Optional.empty() : job.why());
    }

    private static JobSpec visible(JobSpec spec, Rights rights) {
        return new JobSpec(
                spec.written(),
                rights.runtime() ? spec.runtime() : Map.of(),
                rights.objects() ? spec.objects() : List.of(),
                rights.objects() ? spec.origins() : Map.of());
    }

    private static JobSpec noSpec() {
        return new JobSpec(Map.of(), Map.of(), List.of(), Map.of());
    }

    private Uni<List<LogTail>> tails(JobKey key, Rights rights) {
        if (!rights.logs()) {
            return Uni.createFrom().item(List.of());
        }
        LogTailReader reader = new LogTailReader(logs);
        return logs.origins(new LogSource.Selection(key, "", "", List.of(), Optional.empty()))
                .chain(origins -> {
                    Uni<List<LogTail>> tails = Uni.createFrom().item(new ArrayList<>());
                    for (Origin origin : origins.subList(0, Math.min(MAX_LOGS, origins.size()))) {
                        tails = tails.chain(
                                before -> reader.lines(key, origin, LINES).map(lines -> {
                                    before.add(new LogTail(origin.pod(), origin.container(), lines));
                                    return before;
                                }));
                    }
                    return tails;
                });
    }
}
