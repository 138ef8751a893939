package io.trainyard.launcher.run;

import io.trainyard.local.files.PrivateFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The events of a run in a file, a line each; those that come while others are being written go there together. What comes after the end is dropped: whoever
 * writes it may be gone. Lives on one context.
 */
final class EventLog {
    private final Vertx vertx;
    private final Path file;
    private final StringBuilder lines = new StringBuilder();
    private Future<Void> last = Future.succeededFuture();
    private boolean closed;

    EventLog(Vertx vertx, Path file) {
        this.vertx = vertx;
        this.file = file;
    }

    /** Adds a line, after all that came before. */
    void add(String line) {
        if (closed) {
            return;
        }
        boolean waiting = lines.length() > 0;
        lines.append(line).append('\n');
        if (!waiting) {
            last = last.transform(before -> write());
        }
    }

    private Future<Void> write() {
        String text = lines.toString();
        lines.setLength(0);
        return vertx.executeBlocking(
                () -> {
                    PrivateFiles.append(file, text.getBytes(StandardCharsets.UTF_8));
                    return null;
                },
                true);
    }

    /** Takes no more; completes when everything is written, and fails when the last line is not. May be called more than once. */
    Future<Void> close() {
        closed = true;
        return last;
    }
}
