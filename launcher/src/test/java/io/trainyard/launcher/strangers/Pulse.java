package io.trainyard.launcher.strangers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Does the same again and again, one after the other, and keeps how long it took. May be asked from any thread; closing stops it. */
final class Pulse implements AutoCloseable {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final List<Duration> times = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Duration limit;

    /** When the one began that is under way, in nanoseconds; zero while there is none. */
    private long underWay;

    private Pulse(Duration limit) {
        this.limit = limit;
    }

    /**
     * Starts at once.
     *
     * @param limit counts where it fails
     */
    static Pulse of(Callable<?> action, Duration pause, Duration limit) {
        Pulse pulse = new Pulse(limit);
        pulse.clock.scheduleWithFixedDelay(() -> pulse.once(action), 0, pause.toMillis(), TimeUnit.MILLISECONDS);
        return pulse;
    }

    private void once(Callable<?> action) {
        long begin = System.nanoTime();
        synchronized (this) {
            underWay = begin;
        }
        String failure = "";
        try {
            action.call();
        } catch (Exception failed) {
            failure = failed.toString();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        synchronized (this) {
            underWay = 0;
            times.add(failure.isEmpty() || took.compareTo(limit) > 0 ? took : limit);
            if (!failure.isEmpty()) {
                failures.add(failure);
            }
        }
    }

    /** Forgets what was, so that the next part can be judged alone. */
    synchronized void begin() {
        times.clear();
        failures.clear();
    }

    /** So many of a hundred took no longer. One that is under way counts with what it has taken so far. Zero when there was none. */
    synchronized Duration percentile(int percent) {
        List<Duration> sorted = Stream.concat(
                        times.stream(),
                        LongStream.of(underWay)
                                .filter(begin -> begin != 0)
                                .mapToObj(begin -> Duration.ofNanos(System.nanoTime() - begin)))
                .sorted()
                .toList();
        return sorted.isEmpty()
                ? Duration.ZERO
                : sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100.0) - 1));
    }

    synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    synchronized int count() {
        return times.size();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    /** Its figures, for people. */
    @Override
    public synchronized String toString() {
        return "%d times, median %d ms, p99 %d ms, longest %d ms, %d failed%s"
                .formatted(
                        times.size(),
                        percentile(50).toMillis(),
                        percentile(99).toMillis(),
                        percentile(100).toMillis(),
                        failures.size(),
                        failures.isEmpty() ? "" : ": " + failures.get(0));
    }
}
