package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.SignalHandling;
import io.trainyard.launcher.cli.process.TerminalSize;

/** Asks the terminal how large it is: at the start, and again when it tells that this has changed. Used by one thread at a time. */
final class Terminal {
    private volatile boolean changed = true;
    /** A small screen is a safe guess. */
    private TerminalSize size = new TerminalSize(80, 24);

    Terminal() {
        // Where there is no such signal, the size of the start holds.
        SignalHandling.handle("WINCH", () -> changed = true);
    }

    TerminalSize size() {
        if (changed) {
            changed = false;
            size = TerminalSize.ask().orElse(size);
        }
        return size;
    }
}
