package io.trainyard.foundation.regex;

/** Looks at texts without a regular expression. Pure. */
public final class PlainText {
    private PlainText() {}

    /** Whether it consists of digits of ASCII alone, at least one and at most so many. */
    public static boolean isNumber(String text, int maxDigits) {
        return !text.isEmpty() && text.length() <= maxDigits && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** The text behind that beginning; the text itself when it begins otherwise. */
    public static String withoutStart(String text, String start) {
        return text.startsWith(start) ? text.substring(start.length()) : text;
    }

    /** The text without any of these characters at its end. */
    public static String withoutEnd(String text, String characters) {
        int end = text.length();
        while (end > 0 && characters.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(0, end);
    }
}
