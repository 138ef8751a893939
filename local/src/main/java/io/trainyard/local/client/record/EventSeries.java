package io.trainyard.local.client.record;

import java.time.Duration;
import java.time.Instant;

/**
 * One thing that is told again and again about one object: it stands in one event, whose count grows. The count is written ever more seldom while it goes on, so that a
 * pod that waits for days costs the API server next to nothing. For one thread.
 */
final class EventSeries {
    private static final Duration INITIAL_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    private final String name;
    private final Instant first;
    private Instant last;
    private long count = 1;
    private Duration pause = INITIAL_PAUSE;
    private boolean waiting;

    /**
     * It was told for the first time, and is written.
     *
     * @param name of its event
     */
    EventSeries(String name, Instant now) {
        this.name = name;
        this.first = now;
        this.last = now;
    }

    /** It was told again. True when a write is to be made after {@link #pause}, false when one is on its way. */
    boolean again(Instant now) {
        last = now;
        count++;
        boolean free = !waiting;
        waiting = true;
        return free;
    }

    /** How long the next write waits; longer each time. */
    Duration pause() {
        Duration now = pause;
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : twice;
        return now;
    }

    /** What was counted is written now. */
    void written() {
        waiting = false;
    }

    String name() {
        return name;
    }

    Instant first() {
        return first;
    }

    Instant last() {
        return last;
    }

    long count() {
        return count;
    }
}
