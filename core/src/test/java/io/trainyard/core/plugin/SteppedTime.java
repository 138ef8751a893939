package io.trainyard.core.plugin;

import io.trainyard.core.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that a test moves by hand; enough for the few timers of plugin calls. */
final class SteppedTime implements TimeSource {
    private record Timer(long at, Runnable task) {}

    private final List<Timer> timers = new ArrayList<>();
    private long nanos;

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
        Timer timer = new Timer(nanos + delay.toNanos(), task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    void pass(Duration time) {
        nanos += time.toNanos();
        for (Timer timer : List.copyOf(timers)) {
            if (timer.at <= nanos && timers.remove(timer)) {
                timer.task.run();
            }
        }
    }

    int timers() {
        return timers.size();
    }
}
