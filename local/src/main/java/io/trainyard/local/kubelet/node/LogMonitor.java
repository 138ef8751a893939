package io.trainyard.local.kubelet.node;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.kubelet.logs.LogRotation;
import io.trainyard.local.kubelet.logs.LogTimes;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every second how far logs have grown: notes down when, and cuts those that are too large. On the event loop. */
public final class LogMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(LogMonitor.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final NodeContext node;
    private final LogScan scan;
    private TimeSource.@Nullable Cancellable next;
    private Future<Void> scanning = Future.succeededFuture();
    private boolean stopped;

    /** Watches the logs of this node once it is started. */
    public LogMonitor(NodeContext node) {
        this.node = node;
        this.scan = new LogScan(node.options().limits().maxLogBytes());
    }

    /** Looks for the first time after a second. */
    public void start() {
        next = node.time().after(INTERVAL, this::scan);
    }

    /** Completes when the look that is going on, if any, has ended. */
    public Future<Void> stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
        return scanning.otherwiseEmpty();
    }

    private void scan() {
        List<Path> files = node.logs().files();
        if (files.isEmpty()) {
            start();
            return;
        }
        Instant now = node.now();
        scanning = node.blocking(() -> {
            scan.scan(files, now);
            return null;
        });
        scanning.onComplete(outcome -> {
            if (outcome.failed()) {
                LOG.warn("logs could not be looked at", outcome.cause());
            }
            if (!stopped) {
                start();
            }
        });
    }

    /** Does the scanning; blocks, in one thread at a time. */
    private static final class LogScan {
        private final long largest;
        private final Map<Path, Long> lengths = new HashMap<>();
        private final Set<Path> failing = new HashSet<>();

        LogScan(long largest) {
            this.largest = largest;
        }

        synchronized void scan(List<Path> files, Instant now) {
            lengths.keySet().retainAll(files);
            failing.retainAll(files);
            for (Path file : files) {
                try {
                    scan(file, now);
                    failing.remove(file);
                } catch (IOException e) {
                    if (failing.add(file)) {
                        LOG.warn("the log {} goes on, but cannot be looked after: {}", file, e.toString());
                    }
                }
            }
        }

        private void scan(Path file, Instant now) throws IOException {
            if (!Files.isRegularFile(file)) {
                return;
            }
            long length = Files.size(file);
            if (length != lengths.getOrDefault(file, 0L)) {
                lengths.put(file, length);
                LogTimes.note(PodLogs.timesOf(file), length, now);
            }
            if (LogRotation.rotate(file, largest)) {
                LOG.warn("the log {} had more than {} bytes; it begins anew, the old one is beside it", file, largest);
                Files.deleteIfExists(PodLogs.timesOf(file));
                lengths.put(file, 0L);
            }
        }
    }
}
