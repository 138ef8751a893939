package io.trainyard.local.time;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until a test moves it, where the test and the event loops are different threads: safe to use from any thread; a task
 * starts on the event loop from which it was asked for. For a single thread there is {@link io.trainyard.foundation.time.ManualTimeSource}.
 */
public final class VirtualTime implements TimeSource {
    private final List<Task> tasks = new ArrayList<>();
    private Instant now;

    /** By how much the wall clock was set. */
    private Duration set = Duration.ZERO;

    private long counter;

    public VirtualTime(Instant start) {
        this.now = start;
    }

    private record Task(Instant due, long order, @Nullable Context context, Runnable action) {
        void start() {
            if (context == null) {
                action.run();
            } else {
                context.runOnContext(nothing -> action.run());
            }
        }
    }

    @Override
    public synchronized Instant now() {
        return now.plus(set);
    }

    @Override
    public synchronized long nanos() {
        return Duration.between(Instant.EPOCH, now).toNanos();
    }

    /** Sets the wall clock, as a person or a time server does: no time passes. A negative duration sets it back. */
    public synchronized void setWallClock(Duration by) {
        set = set.plus(by);
    }

    @Override
    public synchronized Cancellable after(Duration delay, Runnable action) {
        counter++;
        Task task = new Task(now.plus(delay), counter, Vertx.currentContext(), action);
        tasks.add(task);
        return () -> cancel(task);
    }

    private synchronized void cancel(Task task) {
        tasks.remove(task);
    }

    /** Lets time pass; tasks that come due are started in the order of their times. */
    public void advance(Duration duration) {
        Instant end = passed().plus(duration);
        for (Task task = next(end); task != null; task = next(end)) {
            task.start();
        }
        moveTo(end);
    }

    private synchronized Instant passed() {
        return now;
    }

    private synchronized void moveTo(Instant instant) {
        now = instant;
    }

    private synchronized @Nullable Task next(Instant end) {
        Task first = tasks.stream()
                .filter(task -> !task.due().isAfter(end))
                .min(Comparator.comparing(Task::due).thenComparing(Task::order))
                .orElse(null);
        if (first != null) {
            tasks.remove(first);
            now = first.due();
        }
        return first;
    }
}
