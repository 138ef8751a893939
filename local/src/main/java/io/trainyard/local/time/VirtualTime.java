package io.trainyard.local.time;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Time that stands still until a test moves it. Safe to use from any thread; tasks run where they were asked for, one after the other. */
public final class VirtualTime implements TimeSource {
    private final List<Task> tasks = new ArrayList<>();
    private Instant now;
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
    public Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException("virtual time is in UTC");
            }

            @Override
            public Instant instant() {
                return now();
            }
        };
    }

    private synchronized Instant now() {
        return now;
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
        Instant end = now().plus(duration);
        for (Task task = next(end); task != null; task = next(end)) {
            task.start();
        }
        moveTo(end);
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
