package io.trainyard.launcher.node;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** A sentence as the whole answer to a request. */
final class TextAnswer {
    private TextAnswer() {}

    /** Sends it; the request may be paused. */
    static void send(HttpServerRequest request, int code, String text) {
        // Of one that is over there is nothing left to read: HTTP/2 refuses to go on with it.
        if (!request.isEnded()) {
            request.resume();
        }
        request.response()
                .setStatusCode(code)
                .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
                .end(text + "\n");
    }
}
