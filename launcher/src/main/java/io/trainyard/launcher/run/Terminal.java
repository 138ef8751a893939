package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.SignalHandling;
import io.trainyard.launcher.cli.process.TerminalSize;
import io.trainyard.launcher.run.view.ScreenSize;

/** Asks the terminal how large it is: at the start, and again when it tells that this has changed. Used by one thread at a time. */
final class Terminal {
    private volatile boolean changed = true;
    private ScreenSize size = ScreenSize.DEFAULT;

    Terminal() {
        // Where there is no such signal, the size of the start holds.
        SignalHandling.handle("WINCH", () -> changed = true);
    }

    ScreenSize size() {
        if (changed) {
            changed = false;
            size = ask();
        }
        return size;
    }

    /** A small screen is a safe guess. */
    private ScreenSize ask() {
        return TerminalSize.ask()
                .map(asked -> new ScreenSize(asked.columns(), asked.rows()))
                .orElse(size);
    }
}
