package io.trainyard.foundation.regex;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression of a stranger, in the syntax of RE2, which is that of Kubernetes. Whatever the expression and the text are, looking for it takes
 * time in proportion to the length of the text. What cannot be had in linear time does not exist: look-ahead and look-behind, back references, possessive
 * quantifiers. {@code $} is the end of the text, not also the place before a last line break. Immutable; for any thread.
 */
public final class LinearPattern {
    private final Pattern pattern;

    private LinearPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException when it is none, or one that is too large; the message says so in the words of Go, and repeats the part in question
     */
    public static LinearPattern compile(String expression) {
        PatternSize.check(expression);
        try {
            return new LinearPattern(Pattern.compile(expression));
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }

    /** Whether it matches some part of the text. */
    public boolean isFoundIn(String text) {
        return pattern.matcher(text).find();
    }

    /** As it was written. */
    @Override
    public String toString() {
        return pattern.pattern();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinearPattern that && pattern.equals(that.pattern);
    }

    @Override
    public int hashCode() {
        return pattern.hashCode();
    }
}
