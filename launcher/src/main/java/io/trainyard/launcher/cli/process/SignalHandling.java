package io.trainyard.launcher.cli.process;

import java.util.Optional;

/** The signals that the operating system sends to this process. The JDK has no other way to them than a class of its own, which is used here alone, by its full name. */
public final class SignalHandling {
    private SignalHandling() {}

    /**
     * Handles a signal from now on, in place of who did so before.
     *
     * @param name such as {@code TERM}
     * @param action runs on a thread of its own each time
     * @return gives the signal back to who handled it before; empty where there is no such signal, as on Windows, or the JVM needs it itself
     */
    public static Optional<Runnable> handle(String name, Runnable action) {
        try {
            sun.misc.Signal signal = new sun.misc.Signal(name);
            sun.misc.SignalHandler before = sun.misc.Signal.handle(signal, received -> action.run());
            return Optional.of(() -> sun.misc.Signal.handle(signal, before));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** Sends this process a signal. */
    static void raise(String name) {
        sun.misc.Signal.raise(new sun.misc.Signal(name));
    }
}
