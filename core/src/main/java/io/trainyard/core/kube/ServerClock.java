package io.trainyard.core.kube;

import io.trainyard.foundation.time.TimeSource;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of the API server, from the dates of its answers. It sets the creation times that deadlines begin with, so a controller whose own clock is
 * wrong must not compare them with that. For any thread.
 */
public final class ServerClock {
    /** Dates are whole seconds, and answers may be slow; less than that is nobody's fault. */
    private static final Duration TOLERANCE = Duration.ofSeconds(30);

    /** In the middle of the second that a date names. */
    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

    private volatile @Nullable Reading last;

    /** The API server's time at one moment of the clock that never jumps. */
    private record Reading(Instant time, long nanos) {}

    /**
     * Takes note of an answer.
     *
     * @param date its header of that name; nothing happens when there is none, or it cannot be read
     * @param nanos the moment, as {@link TimeSource#nanos} gives it
     */
    void answered(@Nullable String date, long nanos) {
        if (date == null) {
            return;
        }
        try {
            last = new Reading(
                    Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date))
                            .plus(HALF_A_SECOND),
                    nanos);
        } catch (DateTimeException unreadable) {
            // Other answers will have a date that can be read; until then the clock of before is as good.
            return;
        }
    }

    /** A time source with this clock in the place of its own, where they differ by more than half a minute. */
    public TimeSource correct(TimeSource own) {
        return new TimeSource() {
            @Override
            public Instant now() {
                Instant local = own.now();
                Reading reading = last;
                if (reading == null) {
                    return local;
                }
                Instant server = reading.time().plusNanos(own.nanos() - reading.nanos());
                return Duration.between(local, server).abs().compareTo(TOLERANCE) > 0 ? server : local;
            }

            @Override
            public long nanos() {
                return own.nanos();
            }

            @Override
            public Cancellable after(Duration delay, Runnable task) {
                return own.after(delay, task);
            }
        };
    }
}
