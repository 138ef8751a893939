package io.trainyard.dashboard.api;

import io.trainyard.dashboard.feed.EventSink;
import io.vertx.core.http.HttpServerResponse;

/** Server-sent events on a connection of HTTP. */
final class ResponseSink implements EventSink {
    private static final int MAX_QUEUE = 256 * 1024;

    private final HttpServerResponse response;

    private ResponseSink(HttpServerResponse response) {
        this.response = response;
    }

    /** Sends the headers. */
    static ResponseSink open(HttpServerResponse response) {
        response.setChunked(true)
                .setWriteQueueMaxSize(MAX_QUEUE)
                .putHeader("Content-Type", "text/event-stream; charset=utf-8")
                .putHeader("Cache-Control", "no-store")
                // Proxies that gather answers would keep events back.
                .putHeader("X-Accel-Buffering", "no");
        response.write("retry: 2000\n\n");
        return new ResponseSink(response);
    }

    @Override
    public boolean full() {
        return response.writeQueueFull();
    }

    @Override
    public void send(String frame) {
        if (!response.ended() && !response.closed()) {
            response.write(frame);
        }
    }

    @Override
    public void whenDrained(Runnable task) {
        response.drainHandler(ignored -> task.run());
    }

    @Override
    public void close() {
        if (!response.ended() && !response.closed()) {
            response.end();
        }
    }
}
