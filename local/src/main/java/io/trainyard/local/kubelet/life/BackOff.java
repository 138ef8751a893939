package io.trainyard.local.kubelet.life;

import java.time.Duration;

/**
 * How long to wait before a container is started again: the first time not at all, then {@code initial}, then twice as long each time.
 *
 * @param longest the wait never gets longer than this
 * @param quiet a container that ran this long begins anew
 */
public record BackOff(Duration initial, Duration longest, Duration quiet) {
    private static final int MOST_DOUBLINGS = 20;

    /** The wait after so many failures in a row. */
    public Duration after(int failures) {
        if (failures <= 1) {
            return Duration.ZERO;
        }
        Duration wait = initial.multipliedBy(1L << Math.min(failures - 2, MOST_DOUBLINGS));
        return wait.compareTo(longest) > 0 ? longest : wait;
    }
}
