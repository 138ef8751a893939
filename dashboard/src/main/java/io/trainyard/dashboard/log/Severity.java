package io.trainyard.dashboard.log;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.Locale;

/** How serious a line looks. A guess, for colours only. */
enum Severity {
    NONE,
    WARNING,
    ERROR;

    private static final int LOOKED_AT = 400;

    private static final LinearPattern ERRORS = LinearPattern.of(
            "\\b(error|fatal|critical|panic)\\b|traceback \\(most recent call last\\)|segmentation fault|out of memory|core dumped",
            "error|fatal|critical|panic|traceback|segmentation fault|out of memory|core dumped");
    private static final LinearPattern WARNINGS = LinearPattern.of("\\bwarn(ing)?\\b", "warn");
    /** Names of classes in Python and Java. */
    private static final LinearPattern ERROR_CLASSES = LinearPattern.of("[a-z](Error|Exception)\\b", "Error|Exception");

    private static final LinearPattern WARNING_CLASSES = LinearPattern.of("[a-z]Warning\\b", "Warning");
    private static final LinearPattern HARMLESS =
            LinearPattern.of("\\b(0|no) errors?\\b|error[ _]?(rate|bars?)\\b|errors?\\s*[:=]\\s*0\\b");

    /** Of the beginning of a line. */
    static Severity of(String line) {
        String begin = line.substring(0, Math.min(LOOKED_AT, line.length()));
        String text = begin.toLowerCase(Locale.ROOT);
        if ((ERRORS.isFoundIn(text) || ERROR_CLASSES.isFoundIn(begin)) && !HARMLESS.isFoundIn(text)) {
            return ERROR;
        }
        return WARNINGS.isFoundIn(text) || WARNING_CLASSES.isFoundIn(begin) ? WARNING : NONE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
