package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.foundation.patch.MergePatch;
import io.trainyard.foundation.tree.Tree;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A sender that sends nothing: answers each request as an API server would that takes everything. What was written can be read again, objects have uids and
 * versions, a list is empty; nothing is validated or watched. For one thread.
 */
final class AnswersFromMemory implements HttpClient {
    private static final int CREATED = 201;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final KubernetesSerialization json;
    /** By path. */
    private final Map<String, Map<String, Object>> objects = new HashMap<>();

    private long version;

    AnswersFromMemory(KubernetesSerialization json) {
        this.json = json;
    }

    @Override
    @SuppressWarnings("unchecked") // All that is asked for is bytes.
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
        return CompletableFuture.completedFuture((HttpResponse<T>) answer(request));
    }

    private HttpResponse<byte[]> answer(HttpRequest request) {
        String path = object(request.uri().getPath());
        switch (request.method()) {
            case "POST" -> {
                Map<String, Object> body = body(request);
                return write(request, path + "/" + Tree.text(Tree.child(body, "metadata"), "name"), body, CREATED);
            }
            case "PUT" -> {
                return write(request, path, body(request), OK);
            }
            case "PATCH" -> {
                return write(request, path, MergePatch.apply(objects.getOrDefault(path, Map.of()), body(request)), OK);
            }
            case "DELETE" -> {
                objects.remove(path);
                return new Answer(
                        request, OK, bytes(Map.of("kind", "Status", "apiVersion", "v1", "status", "Success")));
            }
            default -> {
                return read(request, path);
            }
        }
    }

    private HttpResponse<byte[]> read(HttpRequest request, String path) {
        Map<String, Object> found = objects.get(path);
        if (found != null) {
            return new Answer(request, OK, bytes(found));
        }
        String query = request.uri().getQuery();
        return query != null && query.contains("limit=")
                ? new Answer(request, OK, bytes(Map.of("kind", "List", "apiVersion", "v1", "items", List.of())))
                : new Answer(
                        request,
                        NOT_FOUND,
                        bytes(Map.of("kind", "Status", "apiVersion", "v1", "status", "Failure", "reason", "NotFound")));
    }

    private HttpResponse<byte[]> write(HttpRequest request, String path, Map<String, Object> written, int code) {
        version++;
        Map<String, Object> metadata = new LinkedHashMap<>(Tree.child(written, "metadata"));
        metadata.putIfAbsent("uid", "sample-" + version);
        metadata.putIfAbsent("creationTimestamp", "2020-01-01T00:00:00Z");
        metadata.put("resourceVersion", Long.toString(version));
        Map<String, Object> object = new LinkedHashMap<>(written);
        object.put("metadata", metadata);
        objects.put(path, object);
        return new Answer(request, code, bytes(object));
    }

    private static String object(String path) {
        return path.endsWith("/status") ? path.substring(0, path.length() - "/status".length()) : path;
    }

    private Map<String, Object> body(HttpRequest request) {
        return Tree.object(json.unmarshal(String.valueOf(request.bodyString()), Map.class));
    }

    private byte[] bytes(Map<String, Object> object) {
        return json.asJson(object).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public HttpRequest.Builder newHttpRequestBuilder() {
        return new StandardHttpRequest.Builder();
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
            HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        throw new UnsupportedOperationException("nothing is streamed from memory");
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        throw new UnsupportedOperationException("nothing is streamed from memory");
    }

    @Override
    public DerivedClientBuilder newBuilder() {
        throw new UnsupportedOperationException("there is no connection to derive from");
    }

    @Override
    public boolean isClosed() {
        return false;
    }

    @Override
    public void close() {}

    private static final class Answer extends StandardHttpHeaders implements HttpResponse<byte[]> {
        private final HttpRequest request;
        private final int code;
        private final byte[] body;

        Answer(HttpRequest request, int code, byte[] body) {
            super(Map.of());
            this.request = request;
            this.code = code;
            this.body = body;
        }

        @Override
        public int code() {
            return code;
        }

        @Override
        public byte[] body() {
            return body;
        }

        @Override
        public HttpRequest request() {
            return request;
        }

        @Override
        public Optional<HttpResponse<?>> previousResponse() {
            return Optional.empty();
        }
    }
}
