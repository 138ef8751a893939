package io.trainyard.dashboard.access;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often each of many may do something: so many times at once, and one more after each interval. Forgets whoever was quiet longest when there
 * are too many. Not thread-safe.
 */
final class Budget {
    private static final int MAX_REMEMBERED = 10_000;

    private final TimeSource time;
    private final int burst;
    private final long interval;
    private final Map<String, Long> full = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    /**
     * @param burst how many at once
     * @param interval until one more is allowed
     */
    Budget(TimeSource time, int burst, Duration interval) {
        this.time = time;
        this.burst = burst;
        this.interval = interval.toNanos();
    }

    /** Takes one, if there is one left. */
    boolean take(String who) {
        long now = time.nanos();
        Long known = full.get(who);
        long fullAgain = known == null || known - now < 0 ? now : known;
        if (fullAgain - now > (burst - 1) * interval) {
            return false;
        }
        full.put(who, fullAgain + interval);
        return true;
    }
}
