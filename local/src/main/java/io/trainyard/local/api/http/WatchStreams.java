package io.trainyard.local.api.http;

import io.trainyard.local.api.watch.WatchNotice;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** The two transports of a watch. */
final class WatchStreams {
    private static final byte[] TYPE = ascii("{\"type\":\"");
    private static final byte[] OBJECT = ascii("\",\"object\":");
    private static final byte[] END_OF_LINE = ascii("}\n");
    private static final byte[] END = ascii("}");

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * One line of JSON for each notice, in an answer that does not end.
     *
     * @param json makes what stands for the object of a notice
     */
    BatchingSink chunked(HttpServerRequest request, Context context, Function<WatchNotice, byte[]> json) {
        HttpServerResponse response = request.response();
        BatchingSink[] sink = new BatchingSink[1];
        sink[0] = new BatchingSink(
                context,
                notices -> {
                    begin(request);
                    response.write(lines(notices, json));
                    if (response.writeQueueFull()) {
                        sink[0].pause();
                    }
                },
                () -> {
                    begin(request);
                    response.end();
                });
        response.drainHandler(nothing -> sink[0].resume());
        return sink[0];
    }

    /** Tells the client that its watch stands, before there is anything to tell. */
    void begin(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        if (!response.headWritten() && !response.closed()) {
            response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
            response.write(Buffer.buffer());
        }
    }

    private static Buffer lines(List<WatchNotice> notices, Function<WatchNotice, byte[]> json) {
        Buffer lines = Buffer.buffer(notices.size() * 1024);
        for (WatchNotice notice : notices) {
            append(lines, notice, json, END_OF_LINE);
        }
        return lines;
    }

    /** One text frame for each notice. */
    BatchingSink webSocket(ServerWebSocket socket, Context context) {
        BatchingSink[] sink = new BatchingSink[1];
        sink[0] = new BatchingSink(
                context,
                notices -> {
                    if (socket.isClosed()) {
                        // The watcher went away; its close handler ends the watch.
                        return;
                    }
                    notices.forEach(notice -> socket.writeTextMessage(text(notice)));
                    if (socket.writeQueueFull()) {
                        sink[0].pause();
                    }
                },
                socket::close);
        socket.drainHandler(nothing -> sink[0].resume());
        return sink[0];
    }

    /** A notice as the message that a client reads; our JSON is ASCII. */
    static String text(WatchNotice notice) {
        Buffer text = Buffer.buffer(1024);
        append(text, notice, WatchNotice::json, END);
        return text.toString(StandardCharsets.US_ASCII);
    }

    private static void append(Buffer out, WatchNotice notice, Function<WatchNotice, byte[]> json, byte[] end) {
        out.appendBytes(TYPE)
                .appendString(notice.event())
                .appendBytes(OBJECT)
                .appendBytes(json.apply(notice))
                .appendBytes(end);
    }
}
