package io.trainyard.foundation.time;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** A time source as the JDK's type. */
final class WallClock extends Clock {
    private final TimeSource time;
    private final ZoneId zone;

    WallClock(TimeSource time, ZoneId zone) {
        this.time = time;
        this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new WallClock(time, other);
    }

    @Override
    public Instant instant() {
        return time.now();
    }
}
