package io.trainyard.tck;

/** Where two texts begin to differ. */
final class Difference {
    private static final int BEFORE = 40;
    private static final int SHOWN = 90;

    private Difference() {}

    static String of(String one, String other) {
        int at = 0;
        while (at < one.length() && at < other.length() && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return "…" + cut(one, at) + "… is once …" + cut(other, at) + "…";
    }

    private static String cut(String text, int at) {
        return text.substring(Math.max(0, at - BEFORE), Math.min(text.length(), at + SHOWN - BEFORE));
    }
}
