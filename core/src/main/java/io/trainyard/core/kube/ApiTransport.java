package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests. The owning context admits them, keeps their deadlines and gets their results; the network context writes bodies, sends,
 * and reads answers, so that JSON and TLS cost the owner nothing. Answers of more than 256 KiB are read on a worker thread.
 */
final class ApiTransport {
    private static final int BIG = 256 * 1024;
    private static final int MAX_ATTEMPTS = 3;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(200);

    private final HttpClient http;
    private final String base;
    private final KubernetesSerialization json;
    private final Executor owner;
    private final Context network;
    private final TimeSource time;
    private final RequestLimiter gate;
    private final RequestLimits limits;
    private final boolean retries;
    private final WriteGuard guard;
    private final Map.Entry<String, String> guardHeader;
    private final Map<String, String> headers;
    private final ServerClock clock;

    /**
     * @param base address of the API server, with a slash at its end
     * @param owner runs what belongs to the owning context: there, and at once when called there
     * @param network where bodies are written and read; may be the owner
     * @param guard asked before each write
     * @param guardHeader by which writes say that the guard is to be asked again (WriteGuards)
     * @param headers what every request carries besides
     * @param clock told of the dates of answers
     * @param observer told of what the limits do
     */
    ApiTransport(
            HttpClient http,
            String base,
            KubernetesSerialization json,
            Executor owner,
            Context network,
            TimeSource time,
            RequestLimits limits,
            WriteGuard guard,
            Map.Entry<String, String> guardHeader,
            Map<String, String> headers,
            ServerClock clock,
            LimitObserver observer) {
        this.base = base;
        this.json = json;
        this.owner = owner;
        this.network = network;
        this.time = time;
        this.gate = new RequestLimiter(time, limits, observer);
        this.limits = limits;
        this.guard = guard;
        this.guardHeader = guardHeader;
        this.headers = headers;
        this.clock = clock;
        this.retries = limits.adaptive();
        this.http = http;
    }

    /** Reads the body of an answer of success. */
    @FunctionalInterface
    interface Reader<T> {
        T read(byte[] body) throws Exception;
    }

    /** Sends once for each subscription. Fails with {@link ApiFailure} only. */
    <T> Uni<T> send(ApiRequest request, Reader<T> reader) {
        return Uni.createFrom().emitter(emitter -> {
            var exchange = new Exchange<T>(request, reader, emitter);
            emitter.onTermination(() -> owner.execute(exchange::abandon));
            owner.execute(exchange::queue);
        });
    }

    /** One request on its way. Fields belong to the owner, methods named {@code network…} to the network context. */
    private final class Exchange<T> {
        private final ApiRequest request;
        private final Reader<T> reader;
        private final UniEmitter<? super T> emitter;
        private final long term = guard.term();
        private RequestLimiter.@Nullable Ticket ticket;
        private TimeSource.@Nullable Cancellable deadline;
        private @Nullable ApiFailure refusal;
        private int attempts;
        private long sent;
        private boolean over;

        Exchange(ApiRequest request, Reader<T> reader, UniEmitter<? super T> emitter) {
            this.request = request;
            this.reader = reader;
            this.emitter = emitter;
        }

        void queue() {
            if (!over) {
                ticket = request.isLowPriority()
                        ? gate.enterWithLowPriority(request.bucket(), this::start)
                        : gate.enter(request.bucket(), this::start);
            }
        }

        private void start() {
            // The time in the queue is not counted: it says nothing about the API server.
            deadline = time.after(limits.deadline(), this::timeUp);
            attempt();
        }

        private void attempt() {
            attempts++;
            sent = time.nanos();
            network.runOnContext(ignored -> networkSend());
        }

        /** The API server is left alone for as long as it asks by the gate, and for the back-off at least. */
        private void attemptAgain() {
            ticket = null;
            gate.leave();
            time.after(FIRST_BACKOFF.multipliedBy(1L << (attempts - 1)), () -> {
                if (!over) {
                    ticket = gate.enterAgain(this::attempt);
                }
            });
        }

        private void timeUp() {
            if (refusal != null) {
                finish(null, refusal);
                return;
            }
            var cause = new TimeoutException("not answered within " + describe(limits.deadline()));
            finish(null, ApiFailures.unanswered(request.toString(), cause));
        }

        /** Nobody waits any more; a request on the wire goes on, its answer is ignored. */
        private void abandon() {
            if (over) {
                return;
            }
            release();
        }

        private void finish(@Nullable T item, @Nullable ApiFailure failure) {
            if (over) {
                return;
            }
            heed(failure);
            if (failure != null && isWorthAnotherAttempt(failure)) {
                refusal = failure;
                attemptAgain();
                return;
            }
            release();
            if (failure == null) {
                emitter.complete(item);
            } else {
                emitter.fail(failure);
            }
        }

        /** What an answer, or none in time, says about the load of the API server. */
        private void heed(@Nullable ApiFailure failure) {
            if (ticket == null || !ticket.isStarted()) {
                return;
            }
            if (failure != null && failure.kind() == ApiFailure.Kind.OVERLOADED) {
                // A proxy without a server behind it is unavailable, too; it says no time.
                if (failure.code() == TOO_MANY_REQUESTS || failure.retryAfter().isPresent()) {
                    gate.refused(failure.retryAfter().orElse(Duration.ZERO));
                }
            } else if (failure == null || failure.code() > 0 || failure.getCause() instanceof TimeoutException) {
                gate.answered(Duration.ofNanos(time.nanos() - sent));
            }
        }

        private boolean isWorthAnotherAttempt(ApiFailure failure) {
            return retries
                    && attempts > 0
                    && attempts < MAX_ATTEMPTS
                    && ticket != null
                    && ticket.isStarted()
                    && (failure.code() == TOO_MANY_REQUESTS
                            || (failure.code() >= SERVER_ERRORS && failure.kind() != ApiFailure.Kind.INVALID)
                            || (failure.code() == 0 && failure.getCause() instanceof IOException));
        }

        private void release() {
            over = true;
            if (deadline != null) {
                deadline.cancel();
            }
            if (ticket == null) {
                return;
            }
            if (ticket.isStarted()) {
                gate.leave();
            } else {
                ticket.cancel();
            }
        }

        private void networkSend() {
            CompletableFuture<HttpResponse<byte[]>> answer;
            try {
                HttpRequest prepared = build();
                if (request.isWrite() && !guard.permitsWritingOf(term)) {
                    fail(ApiFailures.notPermitted(request.toString()));
                    return;
                }
                answer = http.sendAsync(prepared, byte[].class);
            } catch (RuntimeException cannotBeWritten) {
                fail(ApiFailures.unsendable(
                        request.toString(),
                        "the request cannot be written: " + cannotBeWritten.getMessage(),
                        cannotBeWritten));
                return;
            }
            // Retries and time-outs complete on foreign threads: always hop.
            answer.whenComplete((response, thrown) -> {
                if (thrown != null) {
                    fail(
                            ApiFailures.unwrap(thrown) instanceof WriteGuards.NotPermittedException
                                    ? ApiFailures.notPermitted(request.toString())
                                    : ApiFailures.unanswered(request.toString(), thrown));
                } else if (Vertx.currentContext() == network) {
                    networkRead(response);
                } else {
                    network.runOnContext(ignored -> networkRead(response));
                }
            });
        }

        private HttpRequest build() {
            HttpRequest.Builder builder = http.newHttpRequestBuilder()
                    .uri(request.uri(base))
                    .setHeader("Accept", request.accept())
                    .timeout(limits.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
            headers.forEach(builder::setHeader);
            if (request.isWrite()) {
                builder.setHeader(guardHeader.getKey(), WriteGuards.ofTerm(guardHeader, term));
            }
            ApiRequest.Content content = request.content();
            if (content != null) {
                builder.method(request.method(), content.type(), content.text().get());
            }
            return builder.build();
        }

        private void networkRead(HttpResponse<byte[]> response) {
            clock.answered(response.header("Date"), time.nanos());
            byte[] body = response.body() == null ? new byte[0] : response.body();
            if (body.length <= BIG) {
                read(response, body);
            } else {
                network.executeBlocking(
                        () -> {
                            read(response, body);
                            return null;
                        },
                        false);
            }
        }

        private void read(HttpResponse<byte[]> response, byte[] body) {
            if (!response.isSuccessful()) {
                fail(ApiFailures.refused(
                        request.toString(), response.code(), body, response.header("Retry-After"), json, time.now()));
                return;
            }
            T item;
            try {
                item = reader.read(body);
            } catch (Exception unreadable) {
                fail(ApiFailures.unreadable(request.toString(), response.code(), unreadable));
                return;
            }
            owner.execute(() -> finish(item, null));
        }

        private void fail(ApiFailure failure) {
            owner.execute(() -> finish(null, failure));
        }
    }

    private static String describe(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
