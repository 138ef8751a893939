package io.trainyard.launcher.run.folder;

import java.util.Comparator;
import java.util.regex.Pattern;

/** Text with numbers in it as people order it: 2 comes before 10. */
enum NaturalOrder implements Comparator<String> {
    INSTANCE;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    @Override
    public int compare(String one, String other) {
        int numbers = padded(one).compareTo(padded(other));
        return numbers != 0 ? numbers : one.compareTo(other);
    }

    private static String padded(String text) {
        return NUMBER.matcher(text)
                .replaceAll(match -> "0".repeat(18 - match.group().length()) + match.group());
    }
}
