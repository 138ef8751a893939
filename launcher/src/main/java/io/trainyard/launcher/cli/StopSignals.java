package io.trainyard.launcher.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Turns the signals of Kubernetes and of a keyboard into a stop in good order (OPS-04): the first TERM or INT stops the controller, the
 * second ends the process at once with code 1. A shutdown hook of the JVM cannot do this: the exit code would be that of the signal, and a
 * second signal would be ignored. In force until closed.
 */
final class StopSignals implements AutoCloseable {
    private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();

    StopSignals(ControllerProcess controller) {
        AtomicBoolean stopping = new AtomicBoolean();
        SignalHandler handler = signal -> {
            if (stopping.compareAndSet(false, true)) {
                controller.stop();
            } else {
                Runtime.getRuntime().halt(ExitCodes.FAILED);
            }
        };
        for (String name : List.of("TERM", "INT")) {
            Signal signal = new Signal(name);
            before.put(signal, Signal.handle(signal, handler));
        }
    }

    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
