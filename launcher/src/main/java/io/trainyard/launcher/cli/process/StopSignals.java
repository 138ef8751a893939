package io.trainyard.launcher.cli.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Turns the signals of Kubernetes and of a keyboard into a graceful stop: the first TERM or INT asks to stop, the second
 * does what is to be done at once. A shutdown hook of the JVM cannot do this: the exit code would be that of the signal, and a second signal
 * would be ignored. In force until closed.
 */
public final class StopSignals implements AutoCloseable {
    private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();

    /**
     * @param first what the first signal does
     * @param further what all later ones do
     */
    public StopSignals(Runnable first, Runnable further) {
        AtomicBoolean stopping = new AtomicBoolean();
        SignalHandler handler = signal -> (stopping.compareAndSet(false, true) ? first : further).run();
        for (String name : List.of("TERM", "INT")) {
            Signal signal = new Signal(name);
            before.put(signal, Signal.handle(signal, handler));
        }
    }

    /** Sends this process the signal with which Kubernetes asks for its end. */
    public static void raise() {
        Signal.raise(new Signal("TERM"));
    }

    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
