package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.log.LogSource.Log;
import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.dashboard.log.LogStream;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.foundation.regex.LinearPattern;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;

/** Logs: several containers in one stream of events, or one file. */
final class LogRoutes {
    /** More at once would cost the API server as many connections. */
    static final int MAX_ORIGINS = 64;

    private static final LinearPattern OTHERS = LinearPattern.of("[^a-zA-Z0-9.-]");

    private final LogSource source;
    private final CheckedStream.Setup setup;

    LogRoutes(LogSource source, CheckedStream.Setup setup) {
        this.source = source;
        this.setup = setup;
    }

    void addTo(Router router) {
        router.get("/jobs/:namespace/:name/logs").handler(this::logs);
    }

    private record Found(Identity who, List<Origin> origins) {}

    private void logs(RoutingContext request) {
        JobKey job = JobRoutes.key(request);
        setup.turn()
                .then(
                        request,
                        () -> {
                            LogQuery query = LogQuery.of(job, JobRoutes.parameters(request));
                            return setup.gate()
                                    .userWith(request, Right.READ_LOGS, job.namespace())
                                    .chain(who -> setup.gate().userWith(request, Right.GET_JOB, job.namespace()))
                                    .chain(who -> source.origins(query.selection())
                                            .map(origins -> new Found(who, limited(origins))));
                        },
                        found -> {
                            if (request.response().closed()) {
                                // Nobody would be told of his leaving any more.
                                return;
                            }
                            LogQuery query = LogQuery.of(job, JobRoutes.parameters(request));
                            String reader = StreamRoutes.name(request, found.who());
                            if (!setup.open().open(reader)) {
                                throw ApiException.tooMany("you follow too many logs at once; close some pages");
                            }
                            if (query.download()) {
                                new Download(request, query, found.origins(), reader).start();
                            } else {
                                new Following(request, query, reader).start(found.origins());
                            }
                        });
    }

    private static List<Origin> limited(List<Origin> origins) {
        return origins.subList(0, Math.min(MAX_ORIGINS, origins.size()));
    }

    /** Lines of a job for a reader with the right to read its logs. */
    private abstract class Reading extends CheckedStream {
        final LogQuery query;

        private Reading(RoutingContext request, LogQuery query, String reader) {
            super(setup, request, reader);
            this.query = query;
        }

        @Override
        Uni<Boolean> mayRead(Identity who) {
            return setup.gate()
                    .allowed(who, Right.READ_LOGS, query.selection().job().namespace());
        }
    }

    /** A stream while it is open. */
    private final class Following extends Reading {
        private final LogStream stream;

        private Following(RoutingContext request, LogQuery query, String reader) {
            super(request, query, reader);
            this.stream = new LogStream(ResponseSink.open(request.response()), setup.time());
        }

        private void start(List<Origin> origins) {
            stream.begin(origins);
            for (int i = 0; i < origins.size(); i++) {
                int number = i;
                source.open(query.selection().job(), origins.get(i), query.part())
                        .emitOn(setup.turn()::run)
                        .subscribe()
                        .with(log -> stream.add(number, log), failure -> setup.turn()
                                .run(() -> stream.missing(number, String.valueOf(failure.getMessage()))));
            }
            watch();
        }

        @Override
        void ping() {
            stream.ping();
        }

        @Override
        void refused() {
            stream.end("expired");
        }

        @Override
        void close() {
            stream.close();
        }
    }

    /** One log after the other, as they are. */
    private final class Download extends Reading {
        private final List<Origin> origins;
        private Optional<Log> current = Optional.empty();
        private int number;

        private Download(RoutingContext request, LogQuery query, List<Origin> origins, String reader) {
            super(request, query, reader);
            this.origins = origins;
            JobKey job = query.selection().job();
            request.response()
                    .setChunked(true)
                    .putHeader("Content-Type", "text/plain; charset=utf-8")
                    .putHeader("Cache-Control", "no-store")
                    .putHeader("Content-Disposition", "attachment; filename=\"" + fileName(job) + ".log\"");
        }

        private void start() {
            watch();
            next();
        }

        private void next() {
            if (isStopped()) {
                return;
            }
            if (number == origins.size()) {
                request.response().end();
                return;
            }
            Origin origin = origins.get(number++);
            if (origins.size() > 1) {
                request.response().write("==> " + origin.pod() + "/" + origin.container() + " <==\n");
            }
            source.open(query.selection().job(), origin, query.part())
                    .emitOn(setup.turn()::run)
                    .subscribe()
                    .with(this::copy, failure -> setup.turn().run(() -> broken(failure)));
        }

        private void copy(Log log) {
            if (isStopped()) {
                log.close();
                return;
            }
            current = Optional.of(log);
            log.bytes()
                    .pipe()
                    .endOnComplete(false)
                    .to(request.response())
                    .onSuccess(done -> next())
                    .onFailure(this::broken);
        }

        private void broken(Throwable failure) {
            if (!isStopped()) {
                request.response().write("(" + failure.getMessage() + ")\n");
                next();
            }
        }

        @Override
        void close() {
            current.ifPresent(Log::close);
        }
    }

    private static String fileName(JobKey job) {
        return OTHERS.replaceAll(job.namespace() + "-" + job.name(), "_");
    }
}
