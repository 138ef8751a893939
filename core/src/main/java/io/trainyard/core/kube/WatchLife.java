package io.trainyard.core.kube;

import io.trainyard.core.queue.Backoff;
import java.time.Duration;

/**
 * What is known of how well one watch goes, and what follows from that. Times are those of a clock that nobody sets, in nanoseconds. May be asked on any
 * thread; told on the owning context.
 */
final class WatchLife {
    /** The client opens a watch again by itself within seconds; after so long it has failed to. */
    static final Duration STUCK = Duration.ofMinutes(2);

    /** A first list of ten thousand objects from a slow API server comes sooner. */
    static final Duration LIST_LIMIT = Duration.ofMinutes(5);

    /** Longer than any outage that the client overcomes, and than several attempts of ours. */
    static final Duration HOPELESS = Duration.ofMinutes(15);

    /** A watch that was open for so long counts as a success: the next failure is the first again. */
    private static final Duration STABLE = Duration.ofMinutes(5);

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(30), 0.3);
    private static final Backoff REPEATED = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(5), 0.3);

    private volatile long good;
    private volatile long answered;
    private volatile boolean everAnswered;
    private long opened;
    private boolean listed;
    private boolean everListed;
    private int failures;
    private int repeats;

    WatchLife(long now) {
        good = now;
        opened = now;
    }

    /** Its list is complete and the watch is open. */
    void good(long now) {
        good = now;
        failures = 0;
    }

    /** The API server lists the kind for whoever asks. */
    void answered(long now) {
        answered = now;
        everAnswered = true;
    }

    /** A list was begun. */
    void opened(long now) {
        opened = now;
        listed = false;
    }

    /** Its list is complete; that is not enough, unless it is the first one. */
    void listed(long now) {
        if (!everListed) {
            good = now;
        }
        everListed = true;
        listed = true;
        failures = 0;
    }

    /** How long to wait before the API server is asked again. */
    Duration afterFailure(double chance) {
        failures++;
        return BACKOFF.delay(failures, chance);
    }

    /** How long to wait before the watch is opened anew; longer each time that it does not last. */
    Duration beforeReopening(long now, double chance) {
        repeats = now - opened > STABLE.toNanos() ? 1 : repeats + 1;
        return REPEATED.delay(repeats, chance);
    }

    /** Whether nobody but us can put it right: the watch is not open, or the list does not come. */
    boolean isStuck(long now) {
        return listed
                ? now - good > STUCK.toNanos() && now - opened > STUCK.toNanos()
                : now - opened > LIST_LIMIT.toNanos();
    }

    /** Whether a new process is the last resort: the API server lists the kind, and we have not been able to watch it for long. */
    boolean isHopeless(long now) {
        return now - good > HOPELESS.toNanos() && everAnswered && now - answered < 2 * LIST_LIMIT.toNanos();
    }

    Duration sinceGood(long now) {
        return Duration.ofNanos(Math.max(0, now - good));
    }
}
