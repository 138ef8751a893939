package io.trainyard.core.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Answers requests that nobody has answered yet and whose caller is still there. On the context of the request. */
public final class Answer {
    private Answer() {}

    /** Answers with the usual words for a status. */
    public static void status(HttpServerRequest request, int code) {
        text(request, code, HttpResponseStatus.valueOf(code).reasonPhrase() + "\n");
    }

    /** Answers with plain text. */
    public static void text(HttpServerRequest request, int code, String text) {
        send(request, code, "text/plain; charset=utf-8", Buffer.buffer(text));
    }

    /** Answers with a body of that media type, which nobody keeps or takes for another type. */
    public static void send(HttpServerRequest request, int code, String type, Buffer body) {
        HttpServerResponse response = request.response();
        if (!response.closed() && !response.ended()) {
            response.setStatusCode(code)
                    .putHeader("Content-Type", type)
                    .putHeader("X-Content-Type-Options", "nosniff")
                    .putHeader("Cache-Control", "no-store")
                    .end(body);
        }
    }
}
