package io.trainyard.launcher.cli.process;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts of others, fit to be shown on a terminal: none of them moves the cursor, sets a title, writes to the clipboard or looks like another text. Pure.
 */
public final class TerminalText {
    private static final String COLOR = "\\x1B\\[[0-9;:]*m";
    private static final String RESET = "\u001b[0m";

    /** What a terminal would act on: colours, other sequences (some have a text in them, up to its end), single characters; lines and tabs may stay. */
    private static final Pattern SPECIAL = Pattern.compile("(?<color>" + COLOR + ")"
            + "|(?:\\x1B\\[|\\x9B)[0-?]*[ -/]*[@-~]?"
            + "|(?:\\x1B[\\]PX^_]|[\\x90\\x98\\x9D-\\x9F])[^\\x07\\x1B\\x9C]*(?:\\x07|\\x1B\\\\|\\x9C)?"
            + "|\\x1B[ -/]*[0-~]?"
            + "|[\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F\\u202A-\\u202E\\u2066-\\u2069\\uFEFF]");

    private TerminalText() {}

    /** The text alone. */
    public static String plain(String text) {
        return SPECIAL.matcher(text).replaceAll("");
    }

    /** The text with its colours, which end with it. */
    public static String colored(String text) {
        Matcher special = SPECIAL.matcher(text);
        StringBuilder shown = new StringBuilder(text.length());
        boolean open = false;
        while (special.find()) {
            String color = special.group("color");
            special.appendReplacement(shown, color == null ? "" : color);
            open = color == null ? open : !color.equals(RESET) && !color.equals("\u001b[m");
        }
        special.appendTail(shown);
        return open ? shown.append(RESET).toString() : shown.toString();
    }
}
