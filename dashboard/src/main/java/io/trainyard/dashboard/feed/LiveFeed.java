package io.trainyard.dashboard.feed;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.access.Scope;
import io.trainyard.dashboard.feed.Feed.Change;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.dashboard.view.PageJson;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Brings changes to all streams: the first one at once, those that follow together. Lives on one event loop; changes may come from any thread.
 */
public final class LiveFeed implements JobViews.Listener {
    /** Between two rounds. A change waits no longer. */
    static final Duration PAUSE = Duration.ofMillis(100);

    private static final Duration OVERVIEW_TTL = Duration.ofSeconds(1);
    private static final Duration SETTLED = OVERVIEW_TTL.plus(PAUSE);
    private static final int MAX_REMOVED = 10_000;
    private static final int MAX_FRAME = 64 * 1024;

    private final TimeSource time;
    private final Executor owner;
    private final Frames frames;
    private final Feed feed = new Feed(MAX_REMOVED);
    private final Set<JobStream> streams = new LinkedHashSet<>();
    private final Map<Scope, Shared> shared = new HashMap<>();
    private boolean ready;
    private boolean pausing;
    private boolean dirty;
    private boolean settling;

    private record Shared(String overview, long expiry) {}

    /**
     * @param time of the event loop
     * @param owner runs tasks on the event loop
     * @param epoch another one for each run of the server
     */
    public LiveFeed(TimeSource time, Executor owner, String epoch) {
        this.time = time;
        this.owner = owner;
        this.frames = new Frames(epoch, MAX_FRAME);
    }

    @Override
    public void changed(JobRow row) {
        owner.execute(() -> wake(feed.put(row)));
    }

    @Override
    public void removed(JobKey key) {
        owner.execute(() -> wake(feed.remove(key)));
    }

    @Override
    public void ready() {
        owner.execute(() -> {
            ready = true;
            wake(true);
        });
    }

    /** Whether all jobs are known; before that, none is not the same as zero. */
    public boolean isReady() {
        return ready;
    }

    /** The rows. */
    public Feed feed() {
        return feed;
    }

    /**
     * Begins to send.
     *
     * @param lastEventId what the reader has seen last; empty for nothing
     */
    public JobStream open(EventSink sink, Scope scope, String lastEventId) {
        JobStream stream = new JobStream(this, sink, scope, frames.seen(lastEventId));
        streams.add(stream);
        stream.flush();
        return stream;
    }

    /** How many streams are open. */
    public int openStreams() {
        return streams.size();
    }

    void closed(JobStream stream) {
        streams.remove(stream);
    }

    /** What a reader who saw changes up to a number has to be sent; everything if the number is negative or too old. */
    List<String> news(Scope scope, long since) {
        if (!feed.reachesBackTo(since)) {
            return frames.all(feed, scope);
        }
        List<Change> changes = feed.since(since);
        return changes.isEmpty() ? List.of() : frames.changes(changes, scope, feed.version());
    }

    /** The overview of what a reader may see; at most a second old, and the same for all who may see the same. */
    public Overview overview(Scope scope) {
        List<JobRow> visible = new ArrayList<>();
        for (JobRow row : feed.rows()) {
            if (scope.contains(row.key().namespace())) {
                visible.add(row);
            }
        }
        return Overview.of(visible, time.now());
    }

    String overviewFrame(Scope scope) {
        Optional<Shared> known =
                Optional.ofNullable(shared.get(scope)).filter(entry -> time.nanos() - entry.expiry() < 0);
        if (known.isEmpty()) {
            shared.values().removeIf(entry -> time.nanos() - entry.expiry() >= 0);
            String frame =
                    Frames.frame("overview", "", PageJson.text(overview(scope).tree()));
            shared.put(scope, new Shared(frame, time.nanos() + OVERVIEW_TTL.toNanos()));
            return frame;
        }
        return known.get().overview();
    }

    private void wake(boolean changed) {
        if (!changed || !ready) {
            return;
        }
        if (pausing) {
            dirty = true;
            return;
        }
        pausing = true;
        time.after(PAUSE, this::next);
        flush();
        if (!settling) {
            settling = true;
            time.after(SETTLED, this::settled);
        }
    }

    /** Numbers that were shared when the last change came are replaced. */
    private void settled() {
        settling = false;
        flush();
    }

    private void next() {
        pausing = false;
        if (dirty) {
            dirty = false;
            wake(true);
        }
    }

    /**
     * Sends to everybody what he has not seen, then the event {@code ended}. May be called from any thread.
     *
     * @return whether anybody was there
     */
    public Uni<Boolean> end() {
        return Uni.createFrom()
                .emitter(result -> owner.execute(() -> {
                    List<JobStream> open = List.copyOf(streams);
                    flush();
                    open.forEach(stream -> stream.end("ended"));
                    result.complete(!open.isEmpty());
                }));
    }

    /** Sends to everybody what he has not seen. */
    public void flush() {
        List.copyOf(streams).forEach(JobStream::flush);
    }
}
