package io.trainyard.foundation.regex;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How large an expression becomes when its repetitions are written out, which is what the library does: {@code ((x{1000}){1000}){1000}} would fill any
 * memory. An estimate from the text alone; whether it makes sense as an expression others say.
 */
final class PatternSize {
    static final int MAX_STEPS = 10_000;
    static final int MAX_DEPTH = 200;

    private final String text;
    private final Deque<Long> outer = new ArrayDeque<>();
    /** Of the group that is open. */
    private long steps;
    /** Of what a repetition would apply to. */
    private long last;

    private int at;

    private PatternSize(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException when the expression is too large, or nested too deeply */
    static void check(String expression) {
        if (expression.length() > MAX_STEPS) {
            throw tooLarge();
        }
        new PatternSize(expression).measure();
    }

    private void measure() {
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '(' -> open();
                case ')' -> close();
                case '[' -> {
                    skipClass();
                    atom();
                }
                case '\\' -> {
                    at += text.startsWith("\\Q", at) ? 1 : 2;
                    atom();
                }
                case '{' -> repeat();
                case '*', '+', '?' -> at++;
                default -> {
                    at++;
                    atom();
                }
            }
        }
    }

    private void atom() {
        last = 1;
        add(1);
    }

    private void open() {
        if (outer.size() >= MAX_DEPTH) {
            throw new IllegalArgumentException("error parsing regexp: expression nests too deeply");
        }
        outer.push(steps);
        steps = 1;
        at++;
    }

    private void close() {
        last = steps;
        steps = outer.isEmpty() ? 0 : outer.pop();
        add(last);
        at++;
    }

    private void add(long more) {
        steps += more;
        if (steps > MAX_STEPS) {
            throw tooLarge();
        }
    }

    /** {@code {3}}, {@code {3,}} or {@code {3,5}}; any other brace is a character. */
    private void repeat() {
        int end = text.indexOf('}', at);
        String range = end < 0 ? "" : text.substring(at + 1, end);
        String count = range.substring(range.indexOf(',') + 1).isEmpty()
                ? range.substring(0, Math.max(0, range.indexOf(',')))
                : range.substring(range.indexOf(',') + 1);
        if (end < 0 || count.isEmpty() || !count.chars().allMatch(c -> c >= '0' && c <= '9')) {
            at++;
            atom();
            return;
        }
        // More digits than that are refused by the library.
        long times = count.length() > 4 ? MAX_STEPS : Long.parseLong(count);
        long repeated = last * Math.max(1, times);
        add(repeated - last);
        last = repeated;
        at = end + 1;
    }

    /** A bracket right behind the opening one is a member of the class. */
    private void skipClass() {
        at++;
        if (at < text.length() && text.charAt(at) == '^') {
            at++;
        }
        boolean first = true;
        while (at < text.length() && (first || text.charAt(at) != ']')) {
            first = false;
            if (text.startsWith("[:", at) && text.indexOf(":]", at) > 0) {
                at = text.indexOf(":]", at) + 2;
            } else {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
        }
        at++;
    }

    private static IllegalArgumentException tooLarge() {
        return new IllegalArgumentException("error parsing regexp: expression too large");
    }
}
