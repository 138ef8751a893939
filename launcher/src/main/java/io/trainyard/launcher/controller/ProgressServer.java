package io.trainyard.launcher.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.progress.AppliedStatus;
import io.trainyard.core.progress.ConfigMapHistory;
import io.trainyard.core.progress.JobProgress;
import io.trainyard.core.progress.MetricPoint;
import io.trainyard.core.progress.ProgressReports;
import io.trainyard.core.report.Report;
import io.trainyard.core.report.http.ReportAccess;
import io.trainyard.core.report.http.ReportSink;
import io.trainyard.core.report.http.StatusServer;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.dashboard.cache.Reports;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The port for reports of training programs, and what is kept of them. Reports have an event loop of their own, so that none waits for a reconcile, nor the
 * other way round; all else lives on the event loop that reconciles, and what is asked from elsewhere is answered there.
 */
final class ProgressServer implements Reports {
    private final EventLoop loop;
    private final Options options;
    private @Nullable HttpListener server;
    private volatile @Nullable Kept kept;

    /**
     * How reports are taken.
     *
     * @param address where to listen
     * @param minInterval least time between two writes for one TrainJob
     * @param requests limits of its own requests for writes
     * @param keepsHistory whether this replica stores curves; asked at the end of a job
     */
    record Options(
            BindAddress address,
            Duration minInterval,
            RequestLimits requests,
            BooleanSupplier keepsHistory,
            ReportMetrics metrics) {}

    /** Who may report; made on the event loop of reports. */
    interface Access {
        ReportAccess on(KubeApi api, TimeSource time);
    }

    /** What is kept, and the event loop on which it lives. */
    private record Kept(EventLoop loop, ProgressReports reports) {}

    ProgressServer(EventLoop loop, Options options) {
        this.loop = loop;
        this.options = options;
    }

    /** Hears of every change of a TrainJob; before the informers start. */
    void listen(ControllerCaches caches) {
        caches.listen(new ObjectCache.Listener<>() {
            @Override
            public void added(TrainJob trainJob, boolean initial) {}

            @Override
            public void updated(TrainJob previous, TrainJob trainJob) {
                later(reports -> reports.changed(previous, trainJob));
            }

            @Override
            public void deleted(TrainJob trainJob) {
                later(reports -> reports.deleted(trainJob));
            }
        });
    }

    private void later(Consumer<ProgressReports> task) {
        @Nullable Kept known = kept;
        if (known != null) {
            known.loop().execute(() -> task.accept(known.reports()));
        }
    }

    /**
     * Opens the port; fails when that is not possible.
     *
     * @param transport with TLS, unless only this machine can reach it
     */
    Uni<Void> open(KubeClient client, ControllerCaches caches, HttpServerOptions transport, Access access) {
        return StatusServer.open(
                        loop.context().owner(),
                        options.address(),
                        transport,
                        context -> service(context, client, caches, access))
                .emitOn(loop)
                .invoke(opened -> server = opened)
                .replaceWithVoid();
    }

    private StatusServer.Service service(Context context, KubeClient client, ControllerCaches caches, Access access) {
        TimeSource time = new VertxTimeSource(context);
        KubeApi questions =
                client.requestsOf(context, RequestLimits.DEFAULT.withRate(0, 0), AppliedStatus.FIELD_MANAGER);
        KubeApi writes = client.requestsOf(context, options.requests(), AppliedStatus.FIELD_MANAGER);
        ProgressReports reports = new ProgressReports(new ProgressReports.Setup(
                time,
                new AppliedStatus(writes),
                new ConfigMapHistory(writes),
                options.metrics(),
                options.minInterval(),
                options.keepsHistory()));
        kept = new Kept(new EventLoop(context), reports);
        return new StatusServer.Service(
                access.on(questions, time),
                sink(questions, caches, reports),
                options.metrics(),
                StatusServer.Limits.DEFAULT);
    }

    private static ReportSink sink(KubeApi api, ControllerCaches caches, ProgressReports reports) {
        return new ReportSink() {
            @Override
            public Uni<Optional<TrainJob>> find(ResourceKey trainJob) {
                Optional<TrainJob> cached = caches.trainJob(trainJob);
                return cached.isPresent()
                        ? Uni.createFrom().item(cached)
                        : api.get(TrainJob.class, trainJob.namespace(), trainJob.name());
            }

            @Override
            public void take(TrainJob trainJob, Report report, String pod) {
                reports.take(trainJob, report, pod);
            }
        };
    }

    /** The port that is open; only after it was opened. */
    int port() {
        if (server == null) {
            throw new IllegalStateException("the port for reports is not open");
        }
        return server.port();
    }

    /** Serves another certificate from now on. */
    Uni<Void> replaceCertificate(KeyCertOptions certificate) {
        return server == null ? Uni.createFrom().voidItem() : server.replaceCertificate(certificate);
    }

    @Override
    public Uni<Optional<JobProgress>> progress(ResourceKey trainJob) {
        return ask(reports -> Uni.createFrom().item(reports.progress(trainJob)), Optional.empty());
    }

    @Override
    public Uni<Optional<Map<String, List<MetricPoint>>>> curves(TrainJob trainJob) {
        return ask(reports -> reports.curves(trainJob), Optional.empty());
    }

    @Override
    public Uni<Map<Integer, List<MetricPoint>>> stepTimes(ResourceKey trainJob) {
        return ask(reports -> Uni.createFrom().item(reports.stepTimes(trainJob)), Map.of());
    }

    /** Writes what has been waiting, as far as that is possible within a few seconds. */
    Uni<Void> flush() {
        return ask(reports -> reports.flush().replaceWith(true), true).replaceWithVoid();
    }

    /** Stores the curves of all jobs, ended or not, as far as that is possible within a few seconds. */
    Uni<Void> saveAll() {
        return ask(reports -> reports.saveAll().replaceWith(true), true).replaceWithVoid();
    }

    private <T> Uni<T> ask(Function<ProgressReports, Uni<T>> question, T unknown) {
        @Nullable Kept known = kept;
        return known == null
                ? Uni.createFrom().item(unknown)
                : Uni.createFrom()
                        .deferred(() -> question.apply(known.reports()))
                        .runSubscriptionOn(known.loop())
                        .emitOn(loop);
    }

    /** Writes what has been waiting, and closes the port. */
    Uni<Void> stop() {
        @Nullable HttpListener opened = server;
        return opened == null ? Uni.createFrom().voidItem() : flush().chain(opened::close);
    }
}
