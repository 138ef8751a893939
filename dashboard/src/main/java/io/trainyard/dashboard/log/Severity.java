package io.trainyard.dashboard.log;

import java.util.Locale;
import java.util.regex.Pattern;

/** How serious a line looks. A guess, for colours only. */
enum Severity {
    NONE,
    WARNING,
    ERROR;

    private static final int LOOKED_AT = 400;

    private static final Pattern ERRORS = Pattern.compile(
            "\\b(error|fatal|critical|panic)\\b|traceback \\(most recent call last\\)|segmentation fault|out of memory|core dumped");
    private static final Pattern WARNINGS = Pattern.compile("\\bwarn(ing)?\\b");
    /** Names of classes in Python and Java. */
    private static final Pattern ERROR_CLASSES = Pattern.compile("[a-z](Error|Exception)\\b");

    private static final Pattern WARNING_CLASSES = Pattern.compile("[a-z]Warning\\b");
    private static final Pattern HARMLESS =
            Pattern.compile("\\b(0|no) errors?\\b|error[ _]?(rate|bars?)\\b|errors?\\s*[:=]\\s*0\\b");

    /** Of the beginning of a line. */
    static Severity of(String line) {
        String begin = line.substring(0, Math.min(LOOKED_AT, line.length()));
        String text = begin.toLowerCase(Locale.ROOT);
        if ((ERRORS.matcher(text).find() || ERROR_CLASSES.matcher(begin).find())
                && !HARMLESS.matcher(text).find()) {
            return ERROR;
        }
        return WARNINGS.matcher(text).find() || WARNING_CLASSES.matcher(begin).find() ? WARNING : NONE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
