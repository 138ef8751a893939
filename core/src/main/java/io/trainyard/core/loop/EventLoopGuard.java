package io.trainyard.core.loop;

import io.trainyard.core.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out who keeps the owning event loop for too long: handlers that are wrapped by {@link #guard} are measured one by one, and what is not
 * wrapped shows by a heartbeat that comes late. Lives on the owning event loop; what it has found may be read from any thread.
 */
public final class EventLoopGuard {
    /** What keeps the loop for longer is counted and logged. */
    public static final Duration SLOW = Duration.ofMillis(20);

    /** A loop without a heartbeat for so long is not alive any more (OPS-09). */
    public static final Duration DEAD = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(EventLoopGuard.class);
    private static final Duration BEAT = Duration.ofMillis(100);
    private static final Duration WORTH_A_WARNING = Duration.ofMillis(200);

    private final TimeSource time;
    private final Consumer<Duration> listener;
    private final LongAdder blocks = new LongAdder();
    private volatile boolean beating;
    private volatile long lastBeat;
    private volatile long lateness;
    private long lastSlowEnd;
    private TimeSource.@Nullable Cancellable nextBeat;

    /**
     * @param listener told of everything that kept the loop for more than {@link #SLOW}, and for how long; on the loop
     */
    public EventLoopGuard(TimeSource time, Consumer<Duration> listener) {
        this.time = time;
        this.listener = listener;
    }

    /** Begins the heartbeat. */
    public void start() {
        lastBeat = time.nanos();
        lastSlowEnd = lastBeat;
        beating = true;
        scheduleBeat();
    }

    /** Ends the heartbeat: its absence means nothing from now on. */
    public void stop() {
        beating = false;
        if (nextBeat != null) {
            nextBeat.cancel();
        }
    }

    /** The task, measured under the name of its class. */
    public Runnable guard(Runnable task) {
        return guard(task.getClass().getName(), task);
    }

    /**
     * The task, measured. A guarded task inside another counts twice.
     *
     * @param name for the log
     */
    public Runnable guard(String name, Runnable task) {
        return () -> {
            long begin = time.nanos();
            try {
                task.run();
            } finally {
                long end = time.nanos();
                if (end - begin > SLOW.toNanos()) {
                    lastSlowEnd = end;
                    note(name, Duration.ofNanos(end - begin));
                }
            }
        };
    }

    /** How often the loop was kept for more than {@link #SLOW}, as far as we noticed. */
    public long blocks() {
        return blocks.sum();
    }

    /** Time since the last heartbeat; zero while there is none because nobody has begun or somebody has ended it. */
    public Duration lastHeartbeatAge() {
        return beating ? Duration.ofNanos(Math.max(0, time.nanos() - lastBeat)) : Duration.ZERO;
    }

    /** How late the last heartbeat was, or the next one is: what a task that is handed to the loop now waits. Zero without a heartbeat. */
    public Duration lag() {
        long overdue = time.nanos() - lastBeat - BEAT.toNanos();
        return beating ? Duration.ofNanos(Math.max(0, Math.max(lateness, overdue))) : Duration.ZERO;
    }

    /** For the liveness probe (OPS-09): what is wrong; empty when the loop is alive. */
    public Optional<String> problem() {
        Duration age = lastHeartbeatAge();
        return age.compareTo(DEAD) > 0
                ? Optional.of("the event loop has not run for " + age.toSeconds() + " s")
                : Optional.empty();
    }

    private void scheduleBeat() {
        long due = time.nanos() + BEAT.toNanos();
        nextBeat = time.after(BEAT, () -> beat(due));
    }

    private void beat(long due) {
        if (!beating) {
            return;
        }
        long now = time.nanos();
        lastBeat = now;
        lateness = now - due;
        // What a guarded task has cost is known already, and by name.
        if (now - due > SLOW.toNanos() && lastSlowEnd - due < 0) {
            note("an unnamed handler", Duration.ofNanos(now - due));
        }
        scheduleBeat();
    }

    private void note(String name, Duration duration) {
        blocks.increment();
        if (duration.compareTo(WORTH_A_WARNING) >= 0) {
            LOG.warn("The event loop was kept for {} ms by {}", duration.toMillis(), name);
        } else {
            LOG.info("The event loop was kept for {} ms by {}", duration.toMillis(), name);
        }
        listener.accept(duration);
    }
}
