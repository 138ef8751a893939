package io.trainyard.dashboard.log;

import io.trainyard.dashboard.feed.EventSink;
import io.trainyard.dashboard.log.LogSource.Log;
import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The logs of several containers to one page, as events {@code origins}, {@code lines}, {@code gone} and {@code end}. Holds no more than a batch:
 * while the page takes nothing, nothing is read. Lives on one event loop.
 */
public final class LogStream {
    private static final Duration GATHER = Duration.ofMillis(50);
    private static final int MAX_BATCH = 64 * 1024;

    private final EventSink sink;
    private final TimeSource time;
    private final List<Log> logs = new ArrayList<>();
    private final List<Map<String, Object>> batch = new ArrayList<>();
    private Optional<TimeSource.Cancellable> timer = Optional.empty();
    private int batchSize;
    private final Set<Integer> done = new HashSet<>();
    private int open;
    private boolean paused;
    private boolean closed;

    /** A stream that has sent nothing yet. */
    public LogStream(EventSink sink, TimeSource time) {
        this.sink = sink;
        this.time = time;
    }

    /**
     * Tells which containers there are; {@link #add} or {@link #missing} follows once for each.
     *
     * @param origins may be empty; then the stream ends at once
     */
    public void begin(List<Origin> origins) {
        open = origins.size();
        send("origins", LogJson.of(origins));
        endIfDone();
    }

    /** The log of a container. */
    public void add(int number, Log log) {
        if (closed) {
            log.close();
            return;
        }
        logs.add(log);
        LogReader reader = new LogReader(number);
        log.bytes()
                .handler(bytes -> take(reader.add(bytes)))
                .exceptionHandler(failure -> {
                    take(reader.end());
                    missing(number, String.valueOf(failure.getMessage()));
                })
                .endHandler(ended -> {
                    take(reader.end());
                    finished(number);
                    endIfDone();
                });
        if (!paused) {
            log.bytes().resume();
        }
    }

    /** A container's log cannot be read, or not further. */
    public void missing(int number, String why) {
        if (closed || done.contains(number)) {
            return;
        }
        finished(number);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("s", number);
        tree.put("why", why);
        flush();
        send("gone", tree);
        endIfDone();
    }

    /** The connection is gone, or has to go. */
    public void close() {
        closed = true;
        timer.ifPresent(TimeSource.Cancellable::cancel);
        batch.clear();
        List.copyOf(logs).forEach(Log::close);
        logs.clear();
    }

    /** Ends the stream, and tells the page why. */
    public void end(String event) {
        if (!closed) {
            flush();
            send(event, Map.of());
            close();
            sink.close();
        }
    }

    /** Sends a sign of life. */
    public void ping() {
        if (!closed && !sink.full()) {
            sink.send(": ping\n\n");
        }
    }

    private void take(List<LogLine> lines) {
        for (LogLine line : lines) {
            if (closed) {
                return;
            }
            Map<String, Object> tree = LogJson.of(line);
            batch.add(tree);
            batchSize += 40 + line.text().stream().mapToInt(String::length).sum();
            if (batchSize >= MAX_BATCH) {
                flush();
            }
        }
        if (!batch.isEmpty() && timer.isEmpty()) {
            timer = Optional.of(time.after(GATHER, this::flush));
        }
    }

    private void flush() {
        timer.ifPresent(TimeSource.Cancellable::cancel);
        timer = Optional.empty();
        if (closed || batch.isEmpty()) {
            return;
        }
        send("lines", List.copyOf(batch));
        batch.clear();
        batchSize = 0;
        if (sink.full() && !paused) {
            paused = true;
            logs.forEach(log -> log.bytes().pause());
            sink.whenDrained(this::drained);
        }
    }

    private void drained() {
        if (!closed) {
            paused = false;
            logs.forEach(log -> log.bytes().resume());
        }
    }

    /** A stream that breaks may end as well. */
    private void finished(int number) {
        if (done.add(number)) {
            open--;
        }
    }

    private void endIfDone() {
        if (!closed && open <= 0) {
            end("end");
        }
    }

    private void send(String event, Object tree) {
        sink.send("event: " + event + "\ndata: " + Json.text(tree) + "\n\n");
    }
}
