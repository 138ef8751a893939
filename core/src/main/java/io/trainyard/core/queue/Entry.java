package io.trainyard.core.queue;

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

    Entry(K key) {
        this.key = key;
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
