package io.trainyard.launcher.cli.process;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;

/**
 * Texts of others, fit to be shown on a terminal: none of them moves the cursor, sets a title, writes to the clipboard or looks like another text. Pure.
 */
public final class TerminalText {
    private static final String COLOR = "\\x1B\\[[0-9;:]*m";
    private static final String RESET = "\u001b[0m";

    /** What a terminal would act on: colours, other sequences (some have a text in them, up to its end), single characters; lines and tabs may stay. */
    private static final LinearPattern SPECIAL = LinearPattern.of("(" + COLOR + ")"
            + "|(?:\\x1B\\[|\\x9B)[0-?]*[ -/]*[@-~]?"
            + "|(?:\\x1B[\\]PX^_]|[\\x90\\x98\\x9D-\\x9F])[^\\x07\\x1B\\x9C]*(?:\\x07|\\x1B\\\\|\\x9C)?"
            + "|\\x1B[ -/]*[0-~]?"
            + "|[\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}\\x{FEFF}]");

    private TerminalText() {}

    /** The text alone. */
    public static String plain(String text) {
        return isPlain(text) ? text : SPECIAL.replaceAll(text, "");
    }

    /** Most lines are, and need no expression. */
    private static boolean isPlain(String text) {
        return text.chars()
                .noneMatch(c -> (c < ' ' && c != '\t' && c != '\n')
                        || (c >= 0x7F && c <= 0x9F)
                        || (c >= 0x202A && c <= 0x2069)
                        || c == 0xFEFF);
    }

    /** The text with its colours, which end with it. */
    public static String colored(String text) {
        if (isPlain(text)) {
            return text;
        }
        Matcher special = SPECIAL.matcher(text);
        StringBuilder shown = new StringBuilder(text.length());
        boolean open = false;
        while (special.find()) {
            String color = special.group(1);
            special.appendReplacement(shown, color == null ? "" : color);
            open = color == null ? open : !color.equals(RESET) && !color.equals("\u001b[m");
        }
        special.appendTail(shown);
        return open ? shown.append(RESET).toString() : shown.toString();
    }
}
