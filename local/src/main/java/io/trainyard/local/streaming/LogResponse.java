package io.trainyard.local.streaming;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.streams.ReadStream;
import java.util.concurrent.atomic.AtomicBoolean;

/** A log as the answer to a request, as long as somebody reads. */
public final class LogResponse {
    private LogResponse() {}

    /**
     * Sends a log to its end.
     *
     * @param close lets go of the log; called once, at its end or when the client has gone
     * @return completes when all is sent, and at once when the client has gone already
     */
    public static Future<Void> send(ReadStream<Buffer> log, Runnable close, HttpServerResponse response) {
        AtomicBoolean closed = new AtomicBoolean();
        Runnable closeOnce = () -> {
            if (closed.compareAndSet(false, true)) {
                close.run();
            }
        };
        if (response.closed()) {
            closeOnce.run();
            return Future.succeededFuture();
        }
        response.closeHandler(nothing -> closeOnce.run());
        response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8");
        // Whoever follows a silent container learns at once that there is a log.
        response.write(Buffer.buffer());
        return log.pipeTo(response).onComplete(result -> closeOnce.run());
    }
}
