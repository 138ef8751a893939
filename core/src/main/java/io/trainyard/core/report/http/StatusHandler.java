package io.trainyard.core.report.http;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.http.Answer;
import io.trainyard.core.http.BodyReader;
import io.trainyard.core.http.HttpEndpoint;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.report.InvalidReportException;
import io.trainyard.core.report.Report;
import io.trainyard.core.report.ReportReader;
import io.trainyard.core.report.ReportTrees;
import io.trainyard.core.report.StatusPath;
import io.trainyard.core.time.RateGate;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests of one listener: size, path, sender, body, TrainJob, in this order. Lives on its context. */
final class StatusHandler implements HttpEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(StatusHandler.class);
    private static final int BURST_SECONDS = 10;
    private static final Buffer NEWLINE = Buffer.buffer("\n");

    private final Context context;
    private final StatusServer.Service service;
    private final TimeSource time;
    private final RateGate pods;
    private final RateGate jobs;

    StatusHandler(Context context, StatusServer.Service service, TimeSource time) {
        this.context = context;
        this.service = service;
        this.time = time;
        StatusServer.Limits limits = service.limits();
        this.pods = gate(CacheOwner.REPORTING_PODS, limits.perPod());
        this.jobs = gate(CacheOwner.REPORTING_JOBS, limits.perJob());
    }

    private RateGate gate(CacheOwner owner, double perSecond) {
        return new RateGate(owner, time, perSecond, Math.max(1, (int) (perSecond * BURST_SECONDS)));
    }

    @Override
    public void handle(HttpServerRequest request) {
        // Nothing of the body is read for somebody who may not report.
        request.pause();
        new Exchange(request).start();
    }

    /** One request and its answer. */
    private final class Exchange {
        private final HttpServerRequest request;
        private boolean answered;

        private Exchange(HttpServerRequest request) {
            this.request = request;
            request.exceptionHandler(gone -> end(499));
        }

        private void start() {
            if (BodyReader.announced(request) > service.limits().bodyBytes()) {
                refuse(Refusal.TOO_LARGE);
                return;
            }
            Optional<ResourceKey> trainJob =
                    request.method().equals(HttpMethod.POST) ? StatusPath.read(request.path()) : Optional.empty();
            if (trainJob.isEmpty()) {
                refuse(Refusal.NOT_FOUND);
                return;
            }
            here(service.access().decide(trainJob.get(), sender()))
                    .subscribe()
                    .with(decision -> decided(trainJob.get(), decision), this::unknown);
        }

        private ReportAccess.Sender sender() {
            return new ReportAccess.Sender(
                    header("Authorization"),
                    header("Host"),
                    header("Origin"),
                    HttpEndpoint.sender(request.connection()));
        }

        private Optional<String> header(String name) {
            return Optional.ofNullable(request.getHeader(name));
        }

        private void decided(ResourceKey trainJob, ReportAccess.Decision decision) {
            switch (decision.verdict()) {
                case FORBIDDEN -> refuse(Refusal.FORBIDDEN);
                case TOO_MANY -> refuse(Refusal.TOO_MANY);
                case ALLOWED -> {
                    if (pods.passes(trainJob + " " + decision.pod()) && jobs.passes(trainJob.toString())) {
                        readBody(trainJob, decision);
                    } else {
                        refuse(Refusal.TOO_MANY);
                    }
                }
            }
        }

        private void readBody(ResourceKey trainJob, ReportAccess.Decision decision) {
            StatusServer.Limits limits = service.limits();
            BodyReader.read(
                    request,
                    new BodyReader.Limits(limits.bodyBytes(), limits.body(), more -> true),
                    time,
                    body -> read(trainJob, decision, body),
                    this::refused);
        }

        private void refused(BodyReader.Refusal why) {
            switch (why) {
                case TOO_SLOW -> refuse(Refusal.TOO_SLOW);
                case GONE -> end(499);
                default -> refuse(Refusal.TOO_LARGE);
            }
        }

        private void read(ResourceKey trainJob, ReportAccess.Decision decision, Buffer body) {
            Report report;
            try {
                report = ReportReader.read(body.getBytes());
            } catch (InvalidReportException invalid) {
                refuse(Refusal.invalid(invalid.messageFor(trainJob.name())));
                return;
            }
            if (report.isEmpty()) {
                // Says nothing, and so changes nothing, whether there is such a TrainJob or not.
                answer(report);
                return;
            }
            here(service.sink().find(trainJob)).subscribe().with(found -> take(found, report, decision), this::unknown);
        }

        private void take(Optional<TrainJob> found, Report report, ReportAccess.Decision decision) {
            if (found.isEmpty()) {
                refuse(Refusal.NO_TRAIN_JOB);
                return;
            }
            TrainJob trainJob = found.get();
            if (!decision.isFor(trainJob)) {
                refuse(Refusal.FORBIDDEN);
                return;
            }
            if (trainJob.getSpec() != null && trainJob.getSpec().isSuspended()) {
                refuse(Refusal.SUSPENDED);
                return;
            }
            try {
                service.sink().take(trainJob, report, decision.pod());
            } catch (InvalidReportException invalid) {
                refuse(Refusal.invalid(invalid.messageFor(trainJob.key().name())));
                return;
            } catch (RuntimeException broken) {
                LOG.error("A report of {} broke", trainJob.key(), broken);
                refuse(Refusal.BROKEN);
                return;
            }
            answer(report);
        }

        /** Whoever was asked may answer on any thread. */
        private <T> Uni<T> here(Uni<T> asked) {
            return asked.emitOn(task -> context.runOnContext(ignored -> task.run()));
        }

        private void unknown(Throwable failure) {
            LOG.warn("A report could not be looked at: {}", failure.toString());
            refuse(Refusal.UNKNOWN);
        }

        private void answer(Report report) {
            respond(200, Json.bytes(ReportTrees.answer(report)));
        }

        /** Refuses, perhaps before the body has come. The rest of the body is read and dropped for as long as the listener allows. */
        private void refuse(Refusal why) {
            if (answered) {
                return;
            }
            if (why.equals(Refusal.TOO_MANY)) {
                request.response().putHeader("Retry-After", "5");
            }
            respond(why.code(), why.body());
            if (!request.isEnded()) {
                request.handler(dropped -> {});
                request.resume();
            }
        }

        private void respond(int code, byte[] body) {
            if (answered) {
                return;
            }
            end(code);
            Answer.send(request, code, "application/json", Buffer.buffer(body).appendBuffer(NEWLINE));
        }

        private void end(int code) {
            if (!answered) {
                answered = true;
                service.metrics().answered(code);
            }
        }
    }
}
