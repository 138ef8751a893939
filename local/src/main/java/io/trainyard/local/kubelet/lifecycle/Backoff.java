package io.trainyard.local.kubelet.lifecycle;

import java.time.Duration;

/**
 * How long to wait before a container is started again: the first time not at all, then {@code initial}, then twice as long each time.
 *
 * @param max the wait never gets longer than this
 * @param quiet a container that ran this long begins anew
 */
public record Backoff(Duration initial, Duration max, Duration quiet) {
    private static final int MAX_DOUBLINGS = 20;

    /** The wait after so many failures in a row. */
    public Duration after(int failures) {
        if (failures <= 1) {
            return Duration.ZERO;
        }
        Duration wait = initial.multipliedBy(1L << Math.min(failures - 2, MAX_DOUBLINGS));
        return wait.compareTo(max) > 0 ? max : wait;
    }
}
