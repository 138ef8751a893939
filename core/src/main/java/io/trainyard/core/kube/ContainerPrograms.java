package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** Runs programs in containers, which read what is sent to them. May be called from any thread. */
public final class ContainerPrograms {
    /** Every API server and every client speaks it. It cannot say that there is no more to read, so a program has to know how much comes. */
    private static final String PROTOCOL = "v4.channel.k8s.io";

    private final HttpClient http;
    private final String base;
    private final KubernetesSerialization json;
    private final Context network;
    private final Clock clock;

    ContainerPrograms(HttpClient http, String base, KubernetesSerialization json, Context network, Clock clock) {
        this.http = http;
        this.base = base;
        this.json = json;
        this.network = network;
        this.clock = clock;
    }

    /**
     * What to run.
     *
     * @param command the program and its arguments; not empty
     */
    public record Wanted(String namespace, String pod, String container, List<String> command) {
        public Wanted {
            command = List.copyOf(command);
        }

        private ApiRequest request() {
            ResourceKind pods = ResourceKind.of(Pod.class);
            String query = "container=" + ResourceKind.encode(container) + "&stdin=true&stdout=true&stderr=true&"
                    + command.stream()
                            .map(word -> "command=" + ResourceKind.encode(word))
                            .collect(Collectors.joining("&"));
            return ApiRequest.get(pods.object(namespace, pod) + "/exec", query, pods.bucket());
        }
    }

    /**
     * Starts a program.
     *
     * @return fails with {@link ApiFailure}: {@link ApiFailure.Kind#FORBIDDEN} for users who may not, {@link ApiFailure.Kind#NOT_FOUND} for a pod that is gone
     */
    public Uni<ContainerProgram> start(Wanted wanted) {
        ApiRequest request = wanted.request();
        ContainerProgram.Receiver receiver = new ContainerProgram.Receiver(request.toString(), json);
        return Uni.createFrom()
                .emitter(emitter -> network.runOnContext(ignored -> http.newWebSocketBuilder()
                        .uri(URI.create(request.uri(base)))
                        .subprotocol(PROTOCOL)
                        .buildAsync(receiver)
                        .whenComplete((socket, thrown) -> {
                            if (thrown == null) {
                                emitter.complete(new ContainerProgram(socket, receiver.end()));
                            } else {
                                emitter.fail(failure(request, thrown));
                            }
                        })));
    }

    private ApiFailure failure(ApiRequest request, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return cause instanceof WebSocketHandshakeException refused
                ? ApiFailures.refused(
                        request.toString(), refused.getResponse().code(), new byte[0], null, json, clock.instant())
                : ApiFailures.unanswered(request.toString(), thrown);
    }
}
