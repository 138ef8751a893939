package io.trainyard.core.loop;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Finds out who keeps the owning event loop for too long: handlers that are wrapped by {@link #guard} are measured one by one, and what is not
 * wrapped shows by a heartbeat that comes late. Lives on the owning event loop; what it has found may be read from any thread.
 *
 * <p>Two clocks are read. The wall clock says how long others had to wait. The clock of the thread's processor time says how much of that the
 * handler itself is to blame for: on a machine with too few processors any handler takes long, though it does little.
 */
public final class EventLoopGuard {
    /** What keeps the loop for longer is counted. */
    public static final Duration SLOW = Duration.ofMillis(20);

    /** A leader whose loop has had no heartbeat for longer does not renew its Lease. */
    public static final Duration UNRELIABLE = Duration.ofMillis(500);

    /** On a loop that is late by so much nothing can be relied on for now. */
    public static final Duration LATE = Duration.ofSeconds(3);

    /** A loop without a heartbeat for so long is not alive any more. */
    public static final Duration DEAD = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(EventLoopGuard.class);

    /** Often enough for those who only ask whether the loop runs. */
    public static final Duration RARE = Duration.ofSeconds(1);

    private final TimeSource time;
    private final LongSupplier processor;
    private final Consumer<Block> listener;
    private final Duration interval;
    private final LongAdder blocks = new LongAdder();
    private volatile boolean beating;
    private volatile long lastBeat;
    private volatile long lateness;
    private long lastSlowEnd;
    private long processorAtBeat;
    private long guardedSinceBeat;
    private boolean measuring;
    private @Nullable BusyMinute busy;
    private TimeSource.@Nullable Cancellable nextBeat;

    /**
     * The loop was kept for more than {@link #SLOW}.
     *
     * @param name who kept it
     * @param duration for how long, by the wall clock
     * @param computing how long of that its thread had a processor; for what is not guarded an upper limit
     */
    public record Block(String name, Duration duration, Duration computing) {}

    /**
     * A guard that does not watch yet.
     *
     * @param processor processor time of the calling thread in nanoseconds; asked on the loop only
     * @param listener told of everything that kept the loop for more than {@link #SLOW}; on the loop
     * @param interval between heartbeats; what is not wrapped is found only where it keeps the next one waiting; each heartbeat wakes a
     *     thread up, which is what a process at rest pays for
     */
    public EventLoopGuard(TimeSource time, LongSupplier processor, Consumer<Block> listener, Duration interval) {
        this.time = time;
        this.processor = processor;
        this.listener = listener;
        this.interval = interval;
    }

    /** Begins the heartbeat. */
    public void start() {
        lastBeat = time.nanos();
        lastSlowEnd = lastBeat;
        processorAtBeat = processor.getAsLong();
        guardedSinceBeat = 0;
        beating = true;
        scheduleBeat();
    }

    /** Ends the heartbeat: its absence means nothing from now on. */
    public void stop() {
        beating = false;
        log();
        if (nextBeat != null) {
            nextBeat.cancel();
        }
    }

    /** The task, measured under the name of its class. */
    public Runnable guard(Runnable task) {
        return guard(task.getClass().getName(), task);
    }

    /**
     * The task, measured. Inside another guarded task it is a part of that one.
     *
     * @param name for the log
     */
    public Runnable guard(String name, Runnable task) {
        return () -> {
            if (measuring) {
                task.run();
            } else {
                measure(name, task);
            }
        };
    }

    /** The same time, whose tasks are measured. */
    public TimeSource guard(TimeSource unguarded) {
        return new TimeSource() {
            @Override
            public Instant now() {
                return unguarded.now();
            }

            @Override
            public long nanos() {
                return unguarded.nanos();
            }

            @Override
            public Cancellable after(Duration delay, Runnable task) {
                return unguarded.after(delay, guard(task));
            }
        };
    }

    private void measure(String name, Runnable task) {
        long begin = time.nanos();
        long processorAtBegin = processor.getAsLong();
        measuring = true;
        try {
            task.run();
        } finally {
            measuring = false;
            long end = time.nanos();
            long computing = processor.getAsLong() - processorAtBegin;
            guardedSinceBeat += computing;
            if (end - begin > SLOW.toNanos()) {
                lastSlowEnd = end;
                note(new Block(name, Duration.ofNanos(end - begin), Duration.ofNanos(computing)));
            }
        }
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
        long overdue = time.nanos() - lastBeat - interval.toNanos();
        return beating ? Duration.ofNanos(Math.max(0, Math.max(lateness, overdue))) : Duration.ZERO;
    }

    /** For the readiness probe: what is wrong; empty when a task on the loop has its turn soon. From any thread. */
    public Optional<String> lateness() {
        return lag().compareTo(LATE) > 0
                ? Optional.of("the event loop is late by more than " + LATE.toSeconds() + " s")
                : Optional.empty();
    }

    /** For the liveness probe: what is wrong; empty when the loop is alive. From any thread. */
    public Optional<String> problem() {
        Duration age = lastHeartbeatAge();
        return age.compareTo(DEAD) > 0
                ? Optional.of("the event loop has not run for " + age.toSeconds() + " s")
                : Optional.empty();
    }

    private void scheduleBeat() {
        long due = time.nanos() + interval.toNanos();
        nextBeat = time.after(interval, () -> beat(due));
    }

    private void beat(long due) {
        if (!beating) {
            return;
        }
        long now = time.nanos();
        long processorNow = processor.getAsLong();
        lastBeat = now;
        lateness = now - due;
        // What a guarded task has cost is known already, and by name.
        if (now - due > SLOW.toNanos() && lastSlowEnd - due < 0) {
            long unguarded = processorNow - processorAtBeat - guardedSinceBeat;
            note(new Block(
                    "an unnamed handler",
                    Duration.ofNanos(now - due),
                    Duration.ofNanos(Math.min(now - due, unguarded))));
        }
        processorAtBeat = processorNow;
        guardedSinceBeat = 0;
        @Nullable BusyMinute told = busy;
        if (told != null && told.isOver(now)) {
            log();
        }
        scheduleBeat();
    }

    private void note(Block block) {
        blocks.increment();
        if (BusyMinute.isWorthALine(block)) {
            @Nullable BusyMinute known = busy;
            busy = known == null ? BusyMinute.beginning(time.nanos(), block) : known.with(block);
        }
        listener.accept(block);
    }

    private void log() {
        @Nullable BusyMinute told = busy;
        if (told != null) {
            busy = null;
            LOG.atLevel(told.isWorthAWarning() ? Level.WARN : Level.INFO).log(told.toString());
        }
    }
}
