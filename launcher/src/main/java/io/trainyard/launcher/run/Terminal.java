package io.trainyard.launcher.run;

import io.trainyard.launcher.run.view.ScreenSize;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    private ScreenSize ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] words = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            if (words.length == 2 && words[0].matches("[1-9]\\d{0,4}") && words[1].matches("[1-9]\\d{0,4}")) {
                return new ScreenSize(Integer.parseInt(words[1]), Integer.parseInt(words[0]));
            }
        } catch (IOException noSuchProgram) {
            // A small screen is a safe guess.
            return size;
        }
        return size;
    }
}
