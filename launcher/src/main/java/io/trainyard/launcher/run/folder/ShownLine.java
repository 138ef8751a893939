package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.regex.LinearPattern;

/**
 * A line as a terminal shows it: what stands behind a carriage return takes the place of what stood before it. Colours stay; what would move the cursor or
 * clear the screen is meant for a terminal of the program's own. Pure.
 */
final class ShownLine {
    private static final LinearPattern MOVES = LinearPattern.of("\\x1b\\[[0-9;?]*[A-Za-ln-z]|\\x1b[78MDEc]");

    /** What goes back to the line above it, as a bar below another one does, is going to be drawn again. */
    private static final String UP = "\u001b[A";

    private ShownLine() {}

    /** Whether a line that has its end stays; else it is part of what is drawn again and again. */
    static boolean stays(String line) {
        return !line.contains(UP) || line.lastIndexOf(UP) < line.stripTrailing().lastIndexOf('\r');
    }

    /** What is left to be read of a line without its end. */
    static String of(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\r') {
            end--;
        }
        String shown = line.substring(line.lastIndexOf('\r', end - 1) + 1, end);
        return shown.indexOf('\u001b') < 0 ? shown : MOVES.replaceAll(shown, "");
    }
}
