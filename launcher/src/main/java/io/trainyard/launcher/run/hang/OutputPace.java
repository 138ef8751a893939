package io.trainyard.launcher.run.hang;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How regularly a pod writes. Pure; for one thread. */
final class OutputPace {
    /** So many steps tell how long one takes. */
    private static final int FEWEST = 3;

    private static final int MOST = 100;
    private static final int TIMES = 10;
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private final Deque<Duration> intervals = new ArrayDeque<>();
    private @Nullable Instant last;

    /** Takes when the pod last wrote; the same time twice counts once. */
    void take(Instant wrote) {
        if (last != null && wrote.isAfter(last)) {
            intervals.add(Duration.between(last, wrote));
            if (intervals.size() > MOST) {
                intervals.remove();
            }
        }
        last = wrote;
    }

    /** How long it has written nothing, if that is a minute or more and ten times its median interval; else empty. */
    Optional<Duration> silence(Instant now) {
        if (last == null || intervals.size() < FEWEST) {
            return Optional.empty();
        }
        Duration median = intervals.stream()
                .sorted()
                .skip(intervals.size() / 2)
                .findFirst()
                .orElseThrow();
        Duration silence = Duration.between(last, now);
        boolean unusual = silence.compareTo(SHORTEST) >= 0 && silence.compareTo(median.multipliedBy(TIMES)) >= 0;
        return Optional.of(silence).filter(length -> unusual);
    }
}
