package io.trainyard.core.queue;

/** What the queue knows of one key. */
final class Entry<K> {
    enum State {
        /** Known, but neither waiting nor in a pass; only for a moment. */
        IDLE,
        /** Waiting for its time. */
        DELAYED,
        /** Waiting for a free slot. */
        READY,
        /** In a pass. */
        PROCESSING
    }

    final K key;
    State state = State.IDLE;
    int failures;

    /** True while there is a wish for a (further) pass; the next three fields describe it. */
    boolean wanted;

    Priority priority = Priority.LOW;
    long readyAt;
    long sequence;

    /** Describe the pass while there is one. */
    Priority passPriority = Priority.LOW;

    long startedAt;

    Entry(K key) {
        this.key = key;
    }

    /** Joins a wish for a pass with the one there may be: the more urgent priority and the earlier time win. */
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
