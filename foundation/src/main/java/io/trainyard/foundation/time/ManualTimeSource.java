package io.trainyard.foundation.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Time that stands still until somebody moves it: for tests and simulations. Tasks run inside {@link #advance}, in the order of their time,
 * on the thread that advances. Not for more than one thread.
 */
public final class ManualTimeSource implements TimeSource {
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::dueNanos).thenComparingLong(Task::number));
    private Instant now;
    private long nanos;
    private long numbers;

    /** Starts at a fixed, round moment. */
    public ManualTimeSource() {
        this(Instant.parse("2026-01-02T03:04:05Z"));
    }

    public ManualTimeSource(Instant start) {
        this.now = start;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
        long due = nanos + Math.max(0, delay.toNanos());
        var added = new Task(due, numbers++, task);
        tasks.add(added);
        return () -> tasks.remove(added);
    }

    /** Moves time forward and runs every task that falls due on the way, also those that are added meanwhile. */
    public void advance(Duration duration) {
        long end = nanos + duration.toNanos();
        while (!tasks.isEmpty() && tasks.peek().dueNanos() <= end) {
            Task next = tasks.remove();
            moveTo(next.dueNanos());
            next.action().run();
        }
        moveTo(end);
    }

    /** Runs what is due now, without moving time. */
    public void runDue() {
        advance(Duration.ZERO);
    }

    /** How many tasks wait. */
    public int waiting() {
        return tasks.size();
    }

    private void moveTo(long target) {
        now = now.plusNanos(target - nanos);
        nanos = target;
    }

    private record Task(long dueNanos, long number, Runnable action) {}
}
