package io.trainyard.launcher.run.view;

import io.trainyard.foundation.regex.LinearPattern;

/** A text as one word of a command line that somebody is to type. Pure. */
public final class ShellWord {
    private static final LinearPattern PLAIN = LinearPattern.of("[A-Za-z0-9_./+:@%=,-]+");

    private ShellWord() {}

    /** In quotes where a shell would take it for anything else. */
    public static String of(Object text) {
        String word = text.toString();
        return PLAIN.matches(word) ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
