package io.trainyard.dashboard.feed;

import io.trainyard.dashboard.access.Scope;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The events of one open page. Who takes them slowly is sent less often, and then only how things are by then. Lives on the event loop of its
 * {@link LiveFeed}.
 */
public final class JobStream {
    private final LiveFeed feed;
    private final EventSink sink;
    private final Deque<String> waiting = new ArrayDeque<>();
    private Scope scope;
    private long seen;
    private long seenBefore;
    private boolean begun;
    private String overview = "";
    private boolean draining;
    private boolean closed;

    JobStream(LiveFeed feed, EventSink sink, Scope scope, long seen) {
        this.feed = feed;
        this.sink = sink;
        this.scope = scope;
        this.seen = seen;
    }

    /** The reader's rights are others now. Begins anew if that changes what he may see. */
    public void rescope(Scope next) {
        if (!scope.equals(next)) {
            scope = next;
            seen = -1;
            overview = "";
            waiting.clear();
            flush();
        }
    }

    /** Sends a sign of life. */
    public void ping() {
        if (!closed && !sink.full()) {
            sink.send(": ping\n\n");
        }
    }

    /** Whether nothing could be sent for lack of room since the last time. */
    public boolean isStuck() {
        return draining;
    }

    /** Ends the stream, and tells the page why. */
    public void end(String event) {
        if (!closed) {
            sink.send(Frames.frame(event, "", "{}"));
            close();
            sink.close();
        }
    }

    /** The connection is gone. */
    public void close() {
        closed = true;
        waiting.clear();
        feed.closed(this);
    }

    void flush() {
        if (closed || draining || !feed.isReady()) {
            return;
        }
        if (!waiting.isEmpty() && !begun) {
            // Nothing of it was sent, and things may be otherwise by now.
            waiting.clear();
            seen = seenBefore;
            overview = "";
        }
        if (waiting.isEmpty()) {
            seenBefore = seen;
            begun = false;
            waiting.addAll(feed.news(scope, seen));
            seen = feed.feed().version();
            String now = feed.overviewFrame(scope);
            if (!now.equals(overview)) {
                overview = now;
                waiting.add(now);
            }
        }
        while (!waiting.isEmpty() && !sink.full()) {
            begun = true;
            sink.send(waiting.remove());
        }
        if (!waiting.isEmpty() || sink.full()) {
            draining = true;
            sink.whenDrained(this::drained);
        }
    }

    private void drained() {
        draining = false;
        // What is left of the last round first; what happened meanwhile after it.
        boolean unfinished = !waiting.isEmpty();
        flush();
        if (unfinished && !draining) {
            flush();
        }
    }
}
