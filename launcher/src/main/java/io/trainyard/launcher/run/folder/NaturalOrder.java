package io.trainyard.launcher.run.folder;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.Comparator;

/** Text with numbers in it as people order it: 2 comes before 10. */
enum NaturalOrder implements Comparator<String> {
    INSTANCE;

    private static final LinearPattern NUMBER = LinearPattern.of("\\d{1,18}");

    @Override
    public int compare(String one, String other) {
        int numbers = padded(one).compareTo(padded(other));
        return numbers != 0 ? numbers : one.compareTo(other);
    }

    private static String padded(String text) {
        StringBuilder padded = new StringBuilder();
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            number.appendReplacement(padded, "0".repeat(18 - number.group().length()) + number.group());
        }
        return number.appendTail(padded).toString();
    }
}
