package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Logs of containers, as they are written. The API server sends no more than is taken, so nothing gathers here. A log that is followed keeps a connection: use a
 * client of its own for many. May be called from any thread.
 */
public final class ContainerLogs {
    private static final int MAX_REFUSAL = 16 * 1024;

    private final HttpClient http;
    private final String base;
    private final KubernetesSerialization json;
    private final Context network;
    private final Clock clock;

    ContainerLogs(HttpClient http, String base, KubernetesSerialization json, Context network, Clock clock) {
        this.http = http;
        this.base = base;
        this.json = json;
        this.network = network;
        this.clock = clock;
    }

    /**
     * What to read. Each line begins with its time.
     *
     * @param follow whether to go on until the container ends
     * @param tail how many lines of the end; empty for all
     * @param since only lines from then on; empty for all
     * @param previous the container before its last restart
     */
    public record Wanted(
            String namespace,
            String pod,
            String container,
            boolean follow,
            Optional<Integer> tail,
            Optional<Instant> since,
            boolean previous) {
        private ApiRequest request() {
            ResourceKind pods = ResourceKind.of(Pod.class);
            String query = "container=" + ResourceKind.encode(container)
                    + "&timestamps=true"
                    + (follow ? "&follow=true" : "")
                    + (previous ? "&previous=true" : "")
                    + tail.map(lines -> "&tailLines=" + lines).orElse("")
                    + since.map(time -> "&sinceTime=" + ResourceKind.encode(time.toString()))
                            .orElse("");
            return ApiRequest.get(pods.object(namespace, pod) + "/log", query, pods.bucket());
        }
    }

    /**
     * Begins to read. The log is paused.
     *
     * @param caller where it delivers
     * @return fails with {@link ApiFailure}: {@link ApiFailure.Kind#INVALID} for a container that has not started, {@link ApiFailure.Kind#NOT_FOUND} for a pod
     *     that is gone
     */
    public Uni<ContainerLog> open(Wanted wanted, Context caller) {
        return Uni.createFrom().emitter(emitter -> network.runOnContext(ignored -> send(wanted, caller, emitter)));
    }

    private void send(Wanted wanted, Context caller, UniEmitter<? super ContainerLog> emitter) {
        ApiRequest request = wanted.request();
        ContainerLog log = new ContainerLog(caller, network);
        Refusal refusal = new Refusal();
        http.consumeBytes(
                        http.newHttpRequestBuilder()
                                .uri(request.uri(base))
                                .forStreaming()
                                .build(),
                        (bytes, body) -> {
                            Buffer chunk = chunk(bytes);
                            if (!refusal.takes(chunk, body)) {
                                log.arrived(chunk);
                            }
                        })
                .whenComplete((response, thrown) -> {
                    if (thrown != null) {
                        emitter.fail(ApiFailures.unanswered(request.toString(), thrown));
                    } else if (response.isSuccessful()) {
                        log.begin(response.body());
                        emitter.complete(log);
                    } else {
                        refused(request, response, refusal, emitter);
                    }
                });
    }

    private void refused(
            ApiRequest request,
            HttpResponse<AsyncBody> response,
            Refusal refusal,
            UniEmitter<? super ContainerLog> emitter) {
        refusal.begin(response.body())
                .whenComplete((done, thrown) -> emitter.fail(ApiFailures.refused(
                        request.toString(),
                        response.code(),
                        refusal.bytes(),
                        response.header("Retry-After"),
                        json,
                        clock.instant())));
    }

    private static Buffer chunk(List<ByteBuffer> bytes) {
        Buffer chunk = Buffer.buffer();
        for (ByteBuffer each : bytes) {
            byte[] copy = new byte[each.remaining()];
            each.duplicate().get(copy);
            chunk.appendBytes(copy);
        }
        return chunk;
    }

    /** Why there is no log: the short body of an answer that is none. */
    private static final class Refusal {
        /** Replaced, never changed: chunks come one after the other, but on any thread. */
        private volatile Buffer text = Buffer.buffer();

        private volatile boolean begun;

        private CompletableFuture<Void> begin(AsyncBody body) {
            begun = true;
            body.consume();
            return body.done();
        }

        private boolean takes(Buffer chunk, AsyncBody body) {
            if (!begun) {
                return false;
            }
            Buffer before = text;
            if (before.length() < MAX_REFUSAL) {
                text = before.copy().appendBuffer(chunk);
                body.consume();
            } else {
                body.cancel();
            }
            return true;
        }

        private byte[] bytes() {
            return text.getBytes();
        }
    }
}
