package io.trainyard.launcher.cli.process;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Turns the signals of Kubernetes and of a keyboard into a graceful stop: the first TERM or INT asks to stop, the second
 * does what is to be done at once. A shutdown hook of the JVM cannot do this: the exit code would be that of the signal, and a second signal
 * would be ignored. In force until closed.
 */
public final class StopSignals implements AutoCloseable {
    /** Within this time a signal is the same wish: timeout(1) signals a program and then its group. */
    private static final long ONE_WISH_MILLIS = 300;

    private final List<Runnable> restores = new ArrayList<>();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final Clock clock = Clock.systemUTC();
    private volatile long stoppedAt;

    /**
     * @param first what the first signal does
     * @param further what all later ones do
     */
    public StopSignals(Runnable first, Runnable further) {
        this(first, first, further);
    }

    /**
     * The same for what is to be ended in order when the terminal is closed, too. That may be said more than once, and asks for no haste. What was started with {@code nohup}
     * goes on: the JVM leaves a signal alone that was ignored when it started.
     *
     * @param interrupt what the first INT does
     * @param terminate what the first TERM does
     * @param further what all later ones do
     * @param hangUp what happens when the terminal is closed, unless a stop has begun
     */
    public StopSignals(Runnable interrupt, Runnable terminate, Runnable further, Runnable hangUp) {
        this(interrupt, terminate, further);
        handle("HUP", () -> {
            if (stopping.compareAndSet(false, true)) {
                hangUp.run();
            }
        });
    }

    private StopSignals(Runnable interrupt, Runnable terminate, Runnable further) {
        handle("TERM", () -> stop(terminate, further));
        handle("INT", () -> stop(interrupt, further));
    }

    private void stop(Runnable first, Runnable further) {
        if (stopping.compareAndSet(false, true)) {
            stoppedAt = clock.millis();
            first.run();
        } else if (clock.millis() - stoppedAt > ONE_WISH_MILLIS) {
            further.run();
        }
    }

    private void handle(String name, Runnable action) {
        SignalHandling.handle(name, action).ifPresent(restores::add);
    }

    /** Sends this process the signal with which Kubernetes asks for its end. */
    public static void raise() {
        SignalHandling.raise("TERM");
    }

    @Override
    public void close() {
        restores.forEach(Runnable::run);
    }
}
