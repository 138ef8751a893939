package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.logs.LogCutter;
import io.trainyard.local.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks from time to time whether logs have grown too large. On the event loop. */
final class LogWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LogWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Node node;
    private TimeSource.@Nullable Cancellable next;
    private boolean stopped;

    LogWatch(Node node) {
        this.node = node;
    }

    void start() {
        next = node.time().after(INTERVAL, this::look);
    }

    void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }

    private void look() {
        long largest = node.options().limits().largestLog();
        List<Path> files = node.logs().files();
        node.<Void>blocking(() -> {
                    for (Path file : files) {
                        if (LogCutter.cut(file, largest)) {
                            LOG.warn(
                                    "the log {} had more than {} bytes; it begins anew, the old one is beside it",
                                    file,
                                    largest);
                        }
                    }
                    return null;
                })
                .onComplete(outcome -> {
                    if (outcome.failed()) {
                        LOG.warn("logs could not be cut", outcome.cause());
                    }
                    if (!stopped) {
                        start();
                    }
                });
    }
}
