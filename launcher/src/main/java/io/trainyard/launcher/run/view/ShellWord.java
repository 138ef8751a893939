package io.trainyard.launcher.run.view;

/** A text as one word of a command line that somebody is to type. Pure. */
public final class ShellWord {
    private ShellWord() {}

    /** In quotes where a shell would take it for anything else. */
    public static String of(Object text) {
        String word = text.toString();
        return word.matches("[A-Za-z0-9_./+:@%=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
