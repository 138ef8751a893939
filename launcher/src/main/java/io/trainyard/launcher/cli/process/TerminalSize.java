package io.trainyard.launcher.cli.process;

import io.trainyard.foundation.regex.LinearPattern;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How much the terminal of this process shows.
 *
 * @param columns of a line
 * @param rows how many lines
 */
public record TerminalSize(int columns, int rows) {
    private static final LinearPattern NUMBER = LinearPattern.of("[1-9]\\d{0,4}");

    /** Asks the terminal; empty where there is none. Blocks for a moment. */
    public static Optional<TerminalSize> ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] words = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            return words.length == 2 && NUMBER.matches(words[0]) && NUMBER.matches(words[1])
                    ? Optional.of(new TerminalSize(Integer.parseInt(words[1]), Integer.parseInt(words[0])))
                    : Optional.empty();
        } catch (IOException noTerminal) {
            return Optional.empty();
        }
    }
}
