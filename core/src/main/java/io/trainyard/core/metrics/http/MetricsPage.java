package io.trainyard.core.metrics.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the page on a worker thread: with many series it takes longer than an event loop may be kept. Who asks while a page is being written
 * gets that one, so that many scrapers cost no more than one. Lives on one event loop.
 */
final class MetricsPage {
    private final Vertx vertx;
    private final Supplier<String> text;
    private @Nullable Future<Buffer> underWay;

    /**
     * @param text called on a worker thread, never twice at a time
     */
    MetricsPage(Vertx vertx, Supplier<String> text) {
        this.vertx = vertx;
        this.text = text;
    }

    Future<Buffer> write() {
        Future<Buffer> current = underWay;
        if (current == null) {
            current = vertx.executeBlocking(() -> Buffer.buffer(text.get()), false);
            underWay = current;
            current.onComplete(written -> underWay = null);
        }
        return current;
    }
}
