package io.trainyard.launcher.cli;

import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/**
 * Turns the signals of Kubernetes and of a keyboard into a stop in good order (OPS-04). A shutdown hook of the JVM cannot do this: the exit
 * code would be that of the signal, and a second signal would be ignored.
 */
final class StopSignals {
    private StopSignals() {}

    /** The first TERM or INT stops the controller, the second ends the process at once with code 1. */
    static void stop(ControllerProcess controller) {
        AtomicBoolean stopping = new AtomicBoolean();
        for (String name : new String[] {"TERM", "INT"}) {
            Signal.handle(new Signal(name), signal -> {
                if (stopping.compareAndSet(false, true)) {
                    controller.stop();
                } else {
                    Runtime.getRuntime().halt(ExitCodes.FAILED);
                }
            });
        }
    }
}
