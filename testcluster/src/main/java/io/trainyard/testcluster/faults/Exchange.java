package io.trainyard.testcluster.faults;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.json.JsonObject;
import io.vertx.core.parsetools.RecordParser;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way to the API server and back. A watch that a client opens as a WebSocket is asked of the API server as a stream of lines, which
 * carries the same events. Lives on the event loop.
 */
final class Exchange {
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
            "http2-settings");

    private final FaultProxy proxy;
    private final ProxyClient client;
    private final HttpServerRequest request;
    private final ApiCall call;
    private final Buffer body;
    private final @Nullable Fault fault;

    /** What the API server answered. */
    private record Answer(int code, MultiMap headers, Buffer body) {}

    private Exchange(FaultProxy proxy, ProxyClient client, HttpServerRequest request, ApiCall call, Buffer body) {
        this.proxy = proxy;
        this.client = client;
        this.request = request;
        this.call = call;
        this.body = body;
        this.fault = proxy.faultFor(call).orElse(null);
    }

    static void begin(FaultProxy proxy, ProxyClient client, HttpServerRequest request) {
        if (isWebSocket(request)) {
            request.pause();
            begin(proxy, client, request, Buffer.buffer());
        } else {
            request.body().onSuccess(body -> begin(proxy, client, request, body));
        }
    }

    private static void begin(FaultProxy proxy, ProxyClient client, HttpServerRequest request, Buffer body) {
        client.afterPendingActions(() -> {
            ApiCall call = ApiCallReader.read(proxy.nextNumber(), client.name(), request, body.toString());
            new Exchange(proxy, client, request, call, body).run();
        });
    }

    private static boolean isWebSocket(HttpServerRequest request) {
        return request.headers().contains("upgrade", "websocket", true);
    }

    private void run() {
        Duration wait = fault instanceof Fault.Delay delay ? delay.time().plus(proxy.latency()) : proxy.latency();
        proxy.wait(wait).onSuccess(waited -> {
            if (!client.isConnected() || fault instanceof Fault.LostRequest) {
                drop(0);
            } else if (fault instanceof Fault.Refusal refusal) {
                refuse(refusal);
            } else if (call.isWatch()) {
                watch();
            } else {
                forward();
            }
        });
    }

    private void forward() {
        ask().compose(this::read).onSuccess(this::committed).onFailure(unanswered -> drop(0));
    }

    private Future<HttpClientResponse> ask() {
        RequestOptions options =
                new RequestOptions().setMethod(request.method()).setURI(proxy.uri(call, request));
        return proxy.upstream().request(options).compose(out -> {
            copy(request.headers(), out.headers());
            return body.length() == 0 ? out.send() : out.send(body);
        });
    }

    private Future<Answer> read(HttpClientResponse response) {
        return response.body().map(content -> new Answer(response.statusCode(), response.headers(), content));
    }

    private static void copy(MultiMap from, MultiMap to) {
        from.forEach(header -> {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!OF_ONE_CONNECTION.contains(name) && !name.startsWith("sec-websocket") && !name.startsWith(":")) {
                to.add(header.getKey(), header.getValue());
            }
        });
    }

    private void committed(Answer answer) {
        if (fault instanceof Fault.LostReply) {
            drop(answer.code());
        } else if (fault instanceof Fault.AfterCommit after) {
            proxy.act(after.action()).onComplete(done -> reply(answer));
        } else if (fault instanceof Fault.LateReply late) {
            proxy.wait(late.time()).onSuccess(waited -> reply(answer));
        } else {
            reply(answer);
        }
    }

    private void reply(Answer answer) {
        if (!client.isConnected()) {
            drop(answer.code());
            return;
        }
        HttpServerResponse response = request.response().setStatusCode(answer.code());
        copy(answer.headers(), response.headers());
        Optional<Runnable> afterwards =
                fault instanceof Fault.AfterReply after ? Optional.of(after.action()) : Optional.empty();
        // Whatever the client asks for because of this answer comes after the action.
        afterwards.ifPresent(action -> client.beginAction());
        // Before the client can know of it, so that whoever has the answer finds the record.
        client.record(new CallRecord(call, answer.code(), answer.code()));
        response.end(answer.body()).onComplete(sent -> {
            afterwards.ifPresent(action -> proxy.act(action).onComplete(done -> client.endAction()));
            if (call.isList()) {
                proxy.reach(Failpoint.LISTED, call, Buffer.buffer());
            }
        });
    }

    private void refuse(Fault.Refusal refusal) {
        HttpServerResponse response =
                request.response().setStatusCode(refusal.code()).putHeader("Content-Type", "application/json");
        long seconds = refusal.retryAfter().toSeconds();
        if (seconds > 0) {
            response.putHeader("Retry-After", Long.toString(seconds));
        }
        JsonObject details = new JsonObject().put("name", call.name()).put("kind", call.resource());
        if (seconds > 0) {
            details.put("retryAfterSeconds", seconds);
        }
        JsonObject status = new JsonObject()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", new JsonObject())
                .put("status", "Failure")
                .put("message", "refused by the test: " + call.what())
                .put("reason", reason(refusal.code()))
                .put("details", details)
                .put("code", refusal.code());
        client.record(new CallRecord(call, 0, refusal.code()));
        response.end(status.toBuffer());
    }

    private static String reason(int code) {
        return switch (code) {
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 409 -> "Conflict";
            case 410 -> "Expired";
            case 422 -> "Invalid";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> "InternalError";
        };
    }

    /** The client gets no answer: over HTTP/1 its connection ends, over HTTP/2 only this request does. */
    private void drop(int committed) {
        client.record(new CallRecord(call, committed, 0));
        if (request.version() == HttpVersion.HTTP_2) {
            request.response().reset();
        } else {
            request.connection().close();
        }
    }

    private void watch() {
        ask().onSuccess(response -> {
                    if (response.statusCode() != 200) {
                        read(response).onSuccess(this::reply).onFailure(unread -> drop(0));
                        return;
                    }
                    response.pause();
                    client.record(new CallRecord(call, 200, 200));
                    if (isWebSocket(request)) {
                        request.toWebSocket()
                                .onSuccess(socket -> stream(socket, response))
                                .onFailure(gone -> response.request().reset());
                    } else {
                        stream(response);
                    }
                })
                .onFailure(unanswered -> drop(0));
    }

    private void stream(ServerWebSocket socket, HttpClientResponse response) {
        WatchStream stream = open(
                new WatchStream.Sink() {
                    @Override
                    public void send(Buffer event) {
                        if (client.isConnected()) {
                            socket.writeTextMessage(event.toString());
                        }
                    }

                    @Override
                    public void end() {
                        socket.close();
                    }
                },
                response);
        socket.closeHandler(closed -> stream.close());
        socket.exceptionHandler(broken -> stream.close());
        socket.resume();
    }

    private void stream(HttpClientResponse response) {
        HttpServerResponse out = request.response().setChunked(true);
        copy(response.headers(), out.headers());
        out.writeHead();
        WatchStream stream = open(
                new WatchStream.Sink() {
                    @Override
                    public void send(Buffer event) {
                        if (client.isConnected()) {
                            out.write(event.appendString("\n"));
                        }
                    }

                    @Override
                    public void end() {
                        out.end();
                    }
                },
                response);
        out.closeHandler(closed -> stream.close());
        out.exceptionHandler(broken -> stream.close());
    }

    private WatchStream open(WatchStream.Sink sink, HttpClientResponse response) {
        HttpClientRequest asked = response.request();
        WatchStream stream = new WatchStream(proxy, call, sink, asked::reset);
        proxy.opened(stream);
        RecordParser lines = RecordParser.newDelimited(
                "\n", line -> proxy.wait(proxy.latency()).onSuccess(waited -> stream.arrived(line)));
        response.handler(lines);
        response.exceptionHandler(broken -> stream.endedByServer());
        response.endHandler(end -> stream.endedByServer());
        proxy.reach(Failpoint.WATCHING, call, Buffer.buffer()).onComplete(reached -> response.resume());
        return stream;
    }
}
