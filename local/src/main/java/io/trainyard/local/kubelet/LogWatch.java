package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.logs.LogCutter;
import io.trainyard.local.kubelet.logs.LogTimes;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.time.TimeSource;
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
final class LogWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LogWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Node node;
    private final Looker looker;
    private TimeSource.@Nullable Cancellable next;
    private Future<Void> looking = Future.succeededFuture();
    private boolean stopped;

    LogWatch(Node node) {
        this.node = node;
        this.looker = new Looker(node.options().limits().largestLog());
    }

    void start() {
        next = node.time().after(INTERVAL, this::look);
    }

    /** Completes when the look that is going on, if any, has ended. */
    Future<Void> stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
        return looking.otherwiseEmpty();
    }

    private void look() {
        List<Path> files = node.logs().files();
        if (files.isEmpty()) {
            start();
            return;
        }
        Instant now = node.now();
        looking = node.blocking(() -> {
            looker.look(files, now);
            return null;
        });
        looking.onComplete(outcome -> {
            if (outcome.failed()) {
                LOG.warn("logs could not be looked at", outcome.cause());
            }
            if (!stopped) {
                start();
            }
        });
    }

    /** Does the looking; blocks, in one thread at a time. */
    private static final class Looker {
        private final long largest;
        private final Map<Path, Long> lengths = new HashMap<>();
        private final Set<Path> troubled = new HashSet<>();

        Looker(long largest) {
            this.largest = largest;
        }

        synchronized void look(List<Path> files, Instant now) {
            lengths.keySet().retainAll(files);
            troubled.retainAll(files);
            for (Path file : files) {
                try {
                    look(file, now);
                    troubled.remove(file);
                } catch (IOException e) {
                    if (troubled.add(file)) {
                        LOG.warn("the log {} goes on, but cannot be looked after: {}", file, e.toString());
                    }
                }
            }
        }

        private void look(Path file, Instant now) throws IOException {
            if (!Files.isRegularFile(file)) {
                return;
            }
            long length = Files.size(file);
            if (length != lengths.getOrDefault(file, 0L)) {
                lengths.put(file, length);
                LogTimes.note(PodLogs.timesOf(file), length, now);
            }
            if (LogCutter.cut(file, largest)) {
                LOG.warn("the log {} had more than {} bytes; it begins anew, the old one is beside it", file, largest);
                Files.deleteIfExists(PodLogs.timesOf(file));
                lengths.put(file, 0L);
            }
        }
    }
}
