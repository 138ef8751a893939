package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.trainyard.core.kube.login.TokenInterceptor;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import java.util.Map;
import java.util.concurrent.Executor;

/** Ways for requests over the connections of one client: they differ in limits, in who asks, and in the event loop that gets the answers. */
final class ApiTransports {
    private final KubernetesClient fabric8;
    private final WriteGuards guards;
    private final Context network;
    private final ServerClock clock;
    private final HttpClient withoutLogin;
    private final Map.Entry<String, String> unguarded;

    /**
     * @param network where answers arrive
     * @param clock learns from each answer
     */
    ApiTransports(KubernetesClient fabric8, WriteGuards guards, Context network, ServerClock clock) {
        this.fabric8 = fabric8;
        this.guards = guards;
        this.network = network;
        this.clock = clock;
        this.withoutLogin = fabric8.getHttpClient()
                .newBuilder()
                .addOrReplaceInterceptor(TokenInterceptor.NAME, null)
                .tag(new RequestConfigBuilder().build())
                .build();
        this.unguarded = guards.header(WriteGuard.NONE);
    }

    /**
     * With the client's own login.
     *
     * @param answers runs tasks on the event loop of whoever asks, to which {@code timer} belongs
     */
    ApiTransport ours(
            RequestLimits limits, WriteGuard guard, Executor answers, TimeSource timer, LimitObserver observer) {
        return new ApiTransport(
                sender(fabric8.getHttpClient(), fabric8.getConfiguration().getRequestConfig(), limits),
                fabric8.getConfiguration().getMasterUrl(),
                fabric8.getKubernetesSerialization(),
                answers,
                network,
                timer,
                limits,
                guard,
                guards.header(guard),
                Map.of(),
                clock,
                observer);
    }

    /** With somebody else's token, for which the client's own login is left out. */
    ApiTransport withToken(String token, RequestLimits limits, Executor answers, TimeSource timer) {
        return new ApiTransport(
                sender(withoutLogin, new RequestConfigBuilder().build(), limits),
                fabric8.getConfiguration().getMasterUrl(),
                fabric8.getKubernetesSerialization(),
                answers,
                network,
                timer,
                limits,
                WriteGuard.NONE,
                unguarded,
                Map.of("Authorization", "Bearer " + token),
                clock,
                LimitObserver.NONE);
    }

    /**
     * Over no connection at all: requests are answered out of memory.
     *
     * @param asking the event loop of whoever asks
     */
    ApiTransport nowhere(RequestLimits limits, Context asking, TimeSource timer) {
        return new ApiTransport(
                new AnswersFromMemory(fabric8.getKubernetesSerialization()),
                "http://nowhere.invalid/",
                fabric8.getKubernetesSerialization(),
                KubeClient.runningOn(asking),
                asking,
                timer,
                limits,
                WriteGuard.NONE,
                unguarded,
                Map.of(),
                // What time it is there says nothing about here.
                new ServerClock(),
                LimitObserver.NONE);
    }

    /**
     * The same connections, as the limits need them. Where these adapt themselves, the library may not try again: it would do so past the gate, and does not
     * always wait for as long as it was told to.
     *
     * @param settings of requests, whom to act for among them, which new ones replace
     */
    private static HttpClient sender(HttpClient http, RequestConfig settings, RequestLimits limits) {
        return limits.adaptive()
                ? http.newBuilder()
                        .tag(new RequestConfigBuilder(settings)
                                .withRequestRetryBackoffLimit(0)
                                .build())
                        .build()
                : http;
    }
}
