package io.trainyard.bench.reference;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Objects that were seen to have come so far; each counts once. Safe for use by several threads. */
final class Sightings {
    private static final long PAUSE_MILLIS = 5;

    private final String what;
    private final Map<String, Long> names = new ConcurrentHashMap<>();
    private volatile long last;

    /**
     * @param what what they have come to, as in "3 of 10 TrainJobs are complete"
     */
    Sightings(String what) {
        this.what = what;
    }

    /** One was seen. */
    void add(String name) {
        long now = System.nanoTime();
        if (names.putIfAbsent(name, now) == null) {
            last = now;
        }
    }

    boolean has(String name) {
        return names.containsKey(name);
    }

    int count() {
        return names.size();
    }

    /** When it was first seen, by {@link System#nanoTime()}; empty when it was not. */
    Optional<Long> at(String name) {
        return Optional.ofNullable(names.get(name));
    }

    /**
     * Blocks until that many were seen.
     *
     * @param controller has to live meanwhile
     * @return when the last one was seen, by {@link System#nanoTime()}
     * @throws IllegalStateException when time is up or the controller ends
     */
    long await(int count, Duration limit, ProcessHandle controller) {
        long end = System.nanoTime() + limit.toNanos();
        while (names.size() < count) {
            String progress = names.size() + " of " + count + " " + what;
            if (!controller.isAlive()) {
                throw new IllegalStateException("the controller has ended; " + progress);
            }
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("after " + limit.toSeconds() + " s only " + progress);
            }
            pause();
        }
        return last;
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }
}
