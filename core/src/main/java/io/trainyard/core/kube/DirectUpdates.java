package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.login.Credentials;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Replaces objects over the client's connections with little more than the bytes that travel: no line to wait in, no second attempt, no object made from the
 * answer. For what is written every second for weeks, where all that an ordinary request does is most of what a process at rest costs. Whoever is refused
 * asks again in the ordinary way, which also renews a login that has expired. For event loops of the client's Vert.x; results arrive on the caller's.
 */
public final class DirectUpdates {
    private static final int FIRST_ERROR = 300;

    private final HttpClient http;
    private final Credentials credentials;
    private final RequestObserver observer;
    private final KubernetesSerialization json;
    private final TimeSource time;
    private final Duration timeout;
    private final String host;
    private final int port;
    private final boolean secure;
    private final String authority;
    /** Ends with a slash. */
    private final String root;

    private final String query;
    private final Map<String, String> paths = new ConcurrentHashMap<>();

    /**
     * @param http opens connections as the API server wants them
     * @param server address of the API server
     * @param observer told of each answer
     * @param timeout after which a request without an answer has failed
     */
    DirectUpdates(
            HttpClient http,
            URI server,
            String fieldManager,
            Credentials credentials,
            RequestObserver observer,
            KubernetesSerialization json,
            TimeSource time,
            Duration timeout) {
        this.http = http;
        this.credentials = credentials;
        this.observer = observer;
        this.json = json;
        this.time = time;
        this.timeout = timeout;
        this.secure = "https".equals(server.getScheme());
        this.host = server.getHost();
        this.port = server.getPort() >= 0 ? server.getPort() : secure ? 443 : 80;
        this.authority = server.getAuthority();
        this.root = server.getRawPath().endsWith("/") ? server.getRawPath() : server.getRawPath() + "/";
        this.query = "?fieldManager=" + ResourceKind.encode(fieldManager);
    }

    /**
     * Replaces an object.
     *
     * @param body the whole object as JSON, with its resourceVersion
     * @return the answer's body, which is the object as it is now; fails with {@link ApiFailure}, of kind {@link ApiFailure.Kind#CONFLICT} when the version
     *     is old
     */
    public Uni<byte[]> replace(Class<? extends HasMetadata> type, String namespace, String name, byte[] body) {
        String path = paths.computeIfAbsent(
                namespace + '/' + name, unknown -> ResourceKind.of(type).object(namespace, name));
        return Uni.createFrom().emitter(emitter -> send(path, body).onComplete(emitter::complete, emitter::fail));
    }

    private Future<byte[]> send(String path, byte[] body) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.PUT)
                .setSsl(secure)
                .setHost(host)
                .setPort(port)
                .setURI(root + path + query)
                .setTimeout(timeout.toMillis())
                .putHeader("Content-Type", ApiRequest.JSON)
                .putHeader("Accept", ApiRequest.JSON)
                .putHeader("User-Agent", KubeClient.USER_AGENT);
        credentials.authorization().ifPresent(value -> options.putHeader("Authorization", value));
        return http.request(options)
                .compose(request -> request.send(Buffer.buffer(body)))
                .compose(answer -> answer.body().map(content -> read(path, answer, content)))
                .recover(thrown -> Future.failedFuture(unanswered(path, thrown)));
    }

    private byte[] read(String path, HttpClientResponse answer, Buffer content) {
        observer.answered("PUT", answer.statusCode(), authority);
        if (answer.statusCode() >= FIRST_ERROR) {
            throw ApiFailures.refused(
                    "PUT /" + path,
                    answer.statusCode(),
                    content.getBytes(),
                    answer.getHeader("Retry-After"),
                    json,
                    time.now());
        }
        return content.getBytes();
    }

    private ApiFailure unanswered(String path, Throwable thrown) {
        if (thrown instanceof ApiFailure refused) {
            return refused;
        }
        observer.answered("PUT", 0, authority);
        return ApiFailures.unanswered("PUT /" + path, thrown);
    }
}
