package io.trainyard.launcher.run;

import io.trainyard.local.kubelet.files.PrivateFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The events of a run in a file, a line each. What comes after the end is dropped: whoever writes it may be gone. Lives on one context. */
final class EventLog {
    private final Vertx vertx;
    private final Path file;
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
        last = vertx.executeBlocking(
                () -> {
                    PrivateFiles.append(file, (line + "\n").getBytes(StandardCharsets.UTF_8));
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
