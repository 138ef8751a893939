package io.trainyard.core.queue;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What the queue knows of one key. */
final class Entry<K> {
    enum State {
        /** Known, but neither waiting nor being reconciled; only for a moment. */
        IDLE,
        /** Waiting for its time. */
        DELAYED,
        /** Waiting for a free slot. */
        READY,
        /** Being reconciled. */
        PROCESSING
    }

    final K key;

    /** Those of a group take one turn together. */
    final Object group;

    State state = State.IDLE;
    int failures;

    /** True while a (further) reconcile is asked for; the next three fields describe it. */
    boolean wanted;

    Priority priority = Priority.LOW;
    long readyAt;
    long sequence;

    /** Describe the running reconcile while there is one. */
    Priority runningPriority = Priority.LOW;

    long startedAt;

    /** What came during the running reconcile and is looked at when it has ended; empty, and then immutable, until something comes. */
    Set<Event> events = Set.of();

    /**
     * Something that may be a reason for a reconcile.
     *
     * @param isNews false when there turns out to be nothing new in it
     */
    record Event(Priority priority, Duration delay, BooleanSupplier isNews) {}

    Entry(K key, Object group) {
        this.key = key;
        this.group = group;
    }

    void remember(Event event) {
        if (events.isEmpty()) {
            events = new LinkedHashSet<>();
        }
        events.add(event);
    }

    /** What was remembered; forgets it. */
    Set<Event> takeEvents() {
        Set<Event> taken = events;
        events = Set.of();
        return taken;
    }

    /** Asks for a reconcile, or for an earlier or more urgent one than was asked for before. */
    void want(Priority wantedPriority, long wantedAt) {
        if (wanted) {
            priority = priority.or(wantedPriority);
            readyAt = wantedAt - readyAt < 0 ? wantedAt : readyAt;
        } else {
            wanted = true;
            priority = wantedPriority;
            readyAt = wantedAt;
        }
    }

    /** Earlier first. Differences, not values, because the clock may wrap around. */
    static int byTime(Entry<?> a, Entry<?> b) {
        int byTime = Long.signum(a.readyAt - b.readyAt);
        return byTime != 0 ? byTime : Long.compare(a.sequence, b.sequence);
    }
}
