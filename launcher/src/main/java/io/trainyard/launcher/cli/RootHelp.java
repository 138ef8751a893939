package io.trainyard.launcher.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The help of the program itself, as a text that is ready: to put it together takes longer than all else that such a command does. It is what picocli
 * makes of the commands; a test compares the two.
 */
final class RootHelp {
    /** Columns that the text is laid out for; it is shown wherever there are as many. */
    static final int WIDTH = 80;

    private static final String FILE = "help.txt";

    private RootHelp() {}

    /** The text, with the ends of its lines. */
    static String text() {
        try (InputStream resource = RootHelp.class.getResourceAsStream(FILE)) {
            if (resource == null) {
                throw new IllegalStateException("this build was made without " + FILE);
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
