package io.trainyard.local.api.http;

import io.trainyard.local.api.watch.WatchNotice;
import io.trainyard.local.api.watch.WatchSink;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Carries notices to another event loop, as many at once as there are. */
public final class BatchingSink implements WatchSink {
    private final Context receiver;
    private final Consumer<List<WatchNotice>> onNotices;
    private final Runnable onEnd;
    private final Queue<WatchNotice> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile boolean paused;
    private volatile boolean ended;
    private boolean endTold;

    /** Both handlers are called on the receiving context, {@code onEnd} once and last. */
    public BatchingSink(Context receiver, Consumer<List<WatchNotice>> onNotices, Runnable onEnd) {
        this.receiver = receiver;
        this.onNotices = onNotices;
        this.onEnd = onEnd;
    }

    @Override
    public void send(WatchNotice notice) {
        queue.add(notice);
        waiting.incrementAndGet();
        schedule();
    }

    @Override
    public void end() {
        ended = true;
        schedule();
    }

    @Override
    public int waiting() {
        return waiting.get();
    }

    /** Keeps notices back while the receiver cannot take them. On the receiving context only. */
    void pause() {
        paused = true;
    }

    /** Lets notices through again. On the receiving context only. */
    void resume() {
        paused = false;
        schedule();
    }

    boolean isPaused() {
        return paused;
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            receiver.runOnContext(nothing -> drain());
        }
    }

    private void drain() {
        scheduled.set(false);
        // An end that is noted after this point schedules another round.
        boolean last = ended;
        if (!paused) {
            List<WatchNotice> batch = new ArrayList<>();
            for (WatchNotice notice = queue.poll(); notice != null; notice = queue.poll()) {
                batch.add(notice);
            }
            waiting.addAndGet(-batch.size());
            if (!batch.isEmpty()) {
                onNotices.accept(batch);
            }
        }
        if (last && !endTold) {
            endTold = true;
            onEnd.run();
        }
    }
}
