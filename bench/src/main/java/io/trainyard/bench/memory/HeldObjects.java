package io.trainyard.bench.memory;

import io.trainyard.testcluster.faults.ProxyTarget;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.parsetools.RecordParser;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the controller and an API server, and adds to what that lists the objects of any number of TrainJobs which only exist here: to hold them
 * costs nothing, so 100,000 are as easy as 10. Nothing happens to them. Everything else, watches among it, is passed on. Counts what is asked.
 */
final class HeldObjects implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 1_000;
    private static final int ITEMS_PER_WRITE = 50;
    private static final int MAX_FRAME = 1 << 20;
    private static final Pattern HELD = Pattern.compile("/(?<kind>[a-z]+)/held-(?<number>[0-9]{6})[^/]*$");

    /** What concerns one connection only, or is written anew. */
    private static final Set<String> OF_ONE_CONNECTION = Set.of(
            "host",
            "origin",
            "connection",
            "upgrade",
            "keep-alive",
            "te",
            "transfer-encoding",
            "content-length",
            "content-encoding",
            "accept-encoding",
            "http2-settings");

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    private final HttpClient upstream;
    /** By the name of the kind in paths. */
    private final Map<String, Kind> kinds;

    private final Map<String, LongAdder> requests = new ConcurrentHashMap<>();
    private volatile int count;

    /**
     * Objects of a kind, one of each TrainJob.
     *
     * @param label part of a selector that chooses them; empty where they are listed without one
     */
    record Kind(ObjectTemplate whole, ObjectTemplate metadata, String label) {
        static Kind of(JsonObject object, String label) {
            JsonObject outline = new JsonObject()
                    .put("kind", "PartialObjectMetadata")
                    .put("apiVersion", "meta.k8s.io/v1")
                    .put("metadata", object.getJsonObject("metadata"));
            return new Kind(new ObjectTemplate(object), new ObjectTemplate(outline), label);
        }
    }

    /** A page of a list: the first and the last number, which is not in it. */
    private record Page(int from, int to) {}

    private HeldObjects(ProxyTarget target, Map<String, Kind> kinds) {
        URI url = URI.create(target.url());
        this.kinds = Map.copyOf(kinds);
        this.upstream = vertx.createHttpClient(new HttpClientOptions()
                .setDefaultHost(url.getHost())
                .setDefaultPort(url.getPort())
                .setSsl(true)
                .setTrustOptions(
                        new PemTrustOptions().addCertPath(target.certificate().toString()))
                .setMaxPoolSize(MAX_CONNECTIONS));
        this.server = vertx.createHttpServer(new HttpServerOptions()
                        .setHost("127.0.0.1")
                        .setPort(0)
                        .setSsl(true)
                        .setUseAlpn(true)
                        .setCompressionSupported(true)
                        .setCompressionLevel(1)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .addCertPath(target.certificate().toString())
                                .addKeyPath(target.key().toString())))
                .requestHandler(this::handle);
    }

    /**
     * Opens it; at first there are no such TrainJobs.
     *
     * @param kinds by the name of the kind in paths
     */
    static HeldObjects start(ProxyTarget target, Map<String, Kind> kinds) throws Exception {
        HeldObjects opened = new HeldObjects(target, kinds);
        opened.server.listen().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        return opened;
    }

    /** From now on there are so many TrainJobs; nobody is told. */
    void hold(int jobs) {
        count = jobs;
    }

    String url() {
        return "https://127.0.0.1:" + server.actualPort();
    }

    /** How often each thing was asked since the last call, watches and lists among it. */
    Map<String, Long> takeRequests() {
        Map<String, Long> taken = requests.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().sum()));
        requests.clear();
        return taken;
    }

    private void handle(HttpServerRequest request) {
        boolean watch = "true".equals(request.getParam("watch"));
        String plural = last(request.path());
        @Nullable Kind kind = kinds.get(plural);
        boolean list = request.method().equals(HttpMethod.GET) && !watch && kind != null && chooses(request, kind);
        requests.computeIfAbsent(what(request, watch), unknown -> new LongAdder())
                .increment();
        if (watch) {
            watch(request);
        } else if (list && kind != null) {
            list(request, kind);
        } else if (!find(request)) {
            request.body().onSuccess(body -> forward(request, body));
        }
    }

    /** Answers with one of the objects that only exist here, if it is asked for one. */
    private boolean find(HttpServerRequest request) {
        Matcher held = HELD.matcher(request.path());
        if (!request.method().equals(HttpMethod.GET) || !held.find()) {
            return false;
        }
        int number = Integer.parseInt(held.group("number"));
        @Nullable Kind kind = kinds.get(held.group("kind"));
        if (kind == null || number < 1 || number > count) {
            return false;
        }
        Buffer object = Buffer.buffer();
        (isOutlined(request) ? kind.metadata() : kind.whole()).write(number, object);
        request.response().putHeader("Content-Type", "application/json").end(object);
        return true;
    }

    private static boolean isOutlined(HttpServerRequest request) {
        return String.valueOf(request.getHeader("Accept")).contains("PartialObjectMetadata");
    }

    private static boolean chooses(HttpServerRequest request, Kind kind) {
        @Nullable String labels = request.getParam("labelSelector");
        return request.getParam("fieldSelector") == null
                && (kind.label().isEmpty() ? labels == null : labels != null && labels.contains(kind.label()));
    }

    private static String what(HttpServerRequest request, boolean watch) {
        String path = request.path();
        boolean one = path.contains(ObjectTemplate.NAME.substring(0, 5));
        String verb = watch ? "watch" : request.method().name().toLowerCase(Locale.ROOT);
        return verb + " "
                + (one ? "held " : "")
                + path.replaceAll(".*/namespaces/[^/]+/", "").replaceAll("held-[0-9]+", "held");
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private void list(HttpServerRequest request, Kind kind) {
        Page page = page(request);
        String others = Arrays.stream(
                        request.query() == null
                                ? new String[0]
                                : request.query().split("&"))
                .filter(parameter -> !parameter.startsWith("limit=") && !parameter.startsWith("continue="))
                .collect(Collectors.joining("&"));
        ask(request, request.path() + (others.isEmpty() ? "" : "?" + others), Buffer.buffer())
                .compose(HttpClientResponse::body)
                .onSuccess(body -> list(request, kind, page, body.toJsonObject()))
                .onFailure(failure -> request.connection().close());
    }

    private Page page(HttpServerRequest request) {
        @Nullable String limit = request.getParam("limit");
        @Nullable String next = request.getParam("continue");
        int from = next == null ? 1 : Integer.parseInt(next);
        boolean whole = limit == null || "0".equals(request.getParam("resourceVersion"));
        return new Page(from, whole ? count + 1 : Math.min(count + 1, from + Integer.parseInt(limit)));
    }

    private void list(HttpServerRequest request, Kind kind, Page page, JsonObject real) {
        boolean end = page.to() > count;
        JsonObject metadata = new JsonObject()
                .put("resourceVersion", real.getJsonObject("metadata").getString("resourceVersion"));
        if (!end) {
            metadata.put("continue", String.valueOf(page.to()));
        }
        String head = new JsonObject()
                .put("kind", real.getString("kind"))
                .put("apiVersion", real.getString("apiVersion"))
                .put("metadata", metadata)
                .encode();
        HttpServerResponse response = request.response().setChunked(true).putHeader("Content-Type", "application/json");
        response.write(head.substring(0, head.length() - 1) + ",\"items\":[");
        String items = real.getJsonArray("items").encode();
        String others = end ? items.substring(1, items.length() - 1) : "";
        write(response, isOutlined(request) ? kind.metadata() : kind.whole(), page, others);
    }

    private static void write(HttpServerResponse response, ObjectTemplate template, Page page, String others) {
        int next = page.from();
        while (next < page.to()) {
            int end = Math.min(page.to(), next + ITEMS_PER_WRITE);
            Buffer items = Buffer.buffer();
            for (int number = next; number < end; number++) {
                template.write(number, items);
                if (number + 1 < page.to() || !others.isEmpty()) {
                    items.appendString(",");
                }
            }
            response.write(items);
            next = end;
            if (response.writeQueueFull()) {
                Page rest = new Page(next, page.to());
                response.drainHandler(drained -> {
                    response.drainHandler(null);
                    write(response, template, rest, others);
                });
                return;
            }
        }
        response.end(others + "]}");
    }

    private void forward(HttpServerRequest request, Buffer body) {
        ask(request, request.uri(), body)
                .compose(answer -> answer.body().onSuccess(content -> {
                    request.response().setStatusCode(answer.statusCode());
                    copy(answer.headers(), request.response().headers());
                    request.response().end(content);
                }))
                .onFailure(failure -> request.connection().close());
    }

    private Future<HttpClientResponse> ask(HttpServerRequest request, String uri, Buffer body) {
        return upstream.request(new RequestOptions().setMethod(request.method()).setURI(uri))
                .compose(out -> {
                    copy(request.headers(), out.headers());
                    return body.length() == 0 ? out.send() : out.send(body);
                });
    }

    private static void copy(MultiMap from, MultiMap to) {
        from.forEach(header -> {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!OF_ONE_CONNECTION.contains(name) && !name.startsWith("sec-websocket") && !name.startsWith(":")) {
                to.add(header.getKey(), header.getValue());
            }
        });
    }

    /** A watch that a client opens as a WebSocket is asked of the API server as a stream of lines, which carries the same events. */
    private void watch(HttpServerRequest request) {
        request.pause();
        ask(request, request.uri(), Buffer.buffer())
                .onSuccess(answer -> {
                    answer.pause();
                    boolean socket = request.headers().contains("upgrade", "websocket", true);
                    if (answer.statusCode() != 200) {
                        answer.resume();
                        request.response().setStatusCode(answer.statusCode());
                        answer.body().onSuccess(request.response()::end);
                    } else if (socket) {
                        request.toWebSocket().onSuccess(opened -> stream(opened, answer));
                    } else {
                        HttpServerResponse response = request.response().setChunked(true);
                        copy(answer.headers(), response.headers());
                        HttpClientRequest asked = answer.request();
                        response.closeHandler(closed -> asked.reset());
                        response.writeHead();
                        answer.handler(response::write);
                        answer.endHandler(ended -> response.end());
                        answer.resume();
                    }
                })
                .onFailure(failure -> request.connection().close());
    }

    private static void stream(ServerWebSocket socket, HttpClientResponse answer) {
        RecordParser lines = RecordParser.newDelimited("\n", line -> socket.writeTextMessage(line.toString()));
        lines.maxRecordSize(MAX_FRAME);
        HttpClientRequest asked = answer.request();
        socket.closeHandler(closed -> asked.reset());
        answer.handler(lines);
        answer.exceptionHandler(broken -> socket.close());
        answer.endHandler(ended -> socket.close());
        answer.resume();
        socket.resume();
    }

    @Override
    public void close() {
        vertx.close();
    }
}
