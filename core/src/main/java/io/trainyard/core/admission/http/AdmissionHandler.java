package io.trainyard.core.admission.http;

import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.http.Answer;
import io.trainyard.core.http.BodyReader;
import io.trainyard.core.http.HttpEndpoint;
import io.trainyard.core.metrics.WebhookMetrics;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests of one listener. Lives on its context; large bodies are read and written by worker threads. */
final class AdmissionHandler implements HttpEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(AdmissionHandler.class);
    private static final String JSON = "application/json";

    /** What is read and written at once takes less than a millisecond. */
    private static final int MAX_BYTES_ON_EVENT_LOOP = 32 * 1024;

    private final Context context;
    private final WebhookRoutes routes;
    private final AdmissionServer.Limits limits;
    private final TimeSource time;
    private final Reviewer reviewer;
    private final ReviewBudget budget;

    AdmissionHandler(Context context, WebhookRoutes routes, AdmissionServer.Limits limits, TimeSource time) {
        this.context = context;
        this.routes = routes;
        this.limits = limits;
        this.time = time;
        this.reviewer = new Reviewer(limits.review(), time);
        this.budget = new ReviewBudget(limits.memory().total(), limits.memory().perSender());
    }

    @Override
    public void handle(HttpServerRequest request) {
        Optional<WebhookRoutes.Route> route = routes.find(request.path());
        if (route.isEmpty()) {
            refuse(request, 404, "no such webhook");
        } else if (!request.method().equals(HttpMethod.POST)) {
            request.response().putHeader("Allow", "POST");
            refuse(request, 405, "only POST is supported");
        } else {
            new Exchange(request, route.get()).start();
        }
    }

    /**
     * A refusal, perhaps before the body has come. The rest of the body is read and dropped for as long as the listener allows: a sender whose connection is
     * closed while he sends does not see the answer.
     */
    private static void refuse(HttpServerRequest request, int code, String problem) {
        Answer.text(request, code, problem + "\n");
    }

    /** One request and its answer. */
    private final class Exchange {
        private final HttpServerRequest request;
        private final AdmissionWebhook admission;
        private final WebhookPath webhook;
        private final WebhookMetrics metrics;
        private final long startedAt;
        private final ReviewBudget.Reservation memory;

        private Exchange(HttpServerRequest request, WebhookRoutes.Route route) {
            this.request = request;
            this.admission = route.admission();
            this.webhook = route.webhook();
            this.metrics = route.metrics();
            this.startedAt = time.nanos();
            this.memory = budget.open(HttpEndpoint.sender(request.connection()));
        }

        private void start() {
            metrics.started();
            if (!isJson()) {
                fail(415, "the body must be of type " + JSON);
                return;
            }
            var allowed = new BodyReader.Limits(limits.bodyBytes(), limits.body(), memory::grow);
            BodyReader.read(request, allowed, time, this::decode, this::refused);
        }

        private boolean isJson() {
            String type = request.getHeader("Content-Type");
            return type != null
                    && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(JSON);
        }

        private void refused(BodyReader.Refusal why) {
            switch (why) {
                case TOO_LARGE -> fail(413, "the body must not be larger than " + limits.bodyBytes() + " bytes");
                case NO_ROOM -> {
                    request.response().putHeader("Retry-After", "1");
                    fail(503, "too many or too large reviews at the same time; try again");
                }
                case TOO_SLOW ->
                    fail(408, "the body did not come within " + limits.body().toMillis() + " ms");
                case GONE -> answered(499);
            }
        }

        private void decode(Buffer body) {
            byte[] bytes = body.getBytes();
            compute(bytes.length, () -> ReviewDecoder.decode(bytes)).onComplete(done -> {
                if (done.failed()) {
                    broken(done.cause());
                } else if (done.result() instanceof DecodedReview.Valid valid) {
                    review(valid.request(), bytes.length);
                } else if (done.result() instanceof DecodedReview.Malformed malformed) {
                    malformed(malformed);
                }
            });
        }

        private void malformed(DecodedReview.Malformed malformed) {
            LOG.debug("{}: {}", webhook.path(), malformed.problem());
            if (malformed.uid().isEmpty()) {
                fail(400, malformed.problem());
            } else {
                answer(ReviewEncoder.encode(malformed));
            }
        }

        private void review(AdmissionRequest review, int size) {
            reviewer.review(admission, review)
                    // The answer may come on any thread.
                    .emitOn(task -> context.runOnContext(ignored -> task.run()))
                    .subscribe()
                    .with(given -> encode(review, given, size), this::broken);
        }

        private void encode(AdmissionRequest review, AdmissionResponse given, int size) {
            if (!given.allowed()) {
                metrics.denied(webhook.kind(), review.operation().name());
            }
            // Only a patch makes an answer as large as a request.
            compute(given.changed().isPresent() ? size : 0, () -> ReviewEncoder.encode(review, given))
                    .onComplete(done -> {
                        if (done.succeeded()) {
                            answer(done.result());
                        } else {
                            answer(ReviewEncoder.encode(review, reviewer.refusal(review, done.cause())));
                        }
                    });
        }

        private <T> Future<T> compute(int size, Callable<T> task) {
            if (size > MAX_BYTES_ON_EVENT_LOOP) {
                return context.owner().executeBlocking(task, false);
            }
            try {
                return Future.succeededFuture(task.call());
            } catch (Exception | StackOverflowError | OutOfMemoryError broken) {
                // What one request runs out of is that request's fault; its caller gets an answer in any case.
                return Future.failedFuture(broken);
            }
        }

        /** The API server takes it for a refusal, as it takes every answer that it cannot read. */
        private void broken(Throwable cause) {
            LOG.error("A request to {} broke", webhook.path(), cause);
            fail(500, "the request broke; the log of the controller says why");
        }

        private void fail(int code, String problem) {
            answered(code);
            refuse(request, code, problem);
        }

        private void answer(byte[] body) {
            answered(200);
            Answer.send(request, 200, JSON, Buffer.buffer(body));
        }

        private void answered(int code) {
            memory.release();
            metrics.answered(code, Duration.ofNanos(time.nanos() - startedAt));
        }
    }
}
