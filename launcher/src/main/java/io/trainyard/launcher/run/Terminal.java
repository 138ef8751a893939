package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.TerminalSize;
import io.trainyard.launcher.run.view.ScreenSize;
import sun.misc.Signal;

/** Asks the terminal how large it is: at the start, and again when it tells that this has changed. Used by one thread at a time. */
final class Terminal {
    private volatile boolean changed = true;
    private ScreenSize size = ScreenSize.DEFAULT;

    Terminal() {
        try {
            Signal.handle(new Signal("WINCH"), signal -> changed = true);
        } catch (IllegalArgumentException noSuchSignal) {
            // Not on this system: the size of the start holds.
            changed = true;
        }
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
