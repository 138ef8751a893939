package io.trainyard.foundation.regex;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is safe where a stranger wrote the text, the expression or both. Its syntax is that of RE2, as in Kubernetes. Whatever the expression and the text
 * are, looking for it takes time in proportion to the length of the text. What cannot be had in linear time does not exist: look-ahead and look-behind,
 * back references, possessive quantifiers. {@code $} is the end of the text, not also the place before a last line break; {@code \b} knows letters of
 * ASCII only. It takes some 0.1 µs for each character, so one that is looked for in every line of a log has marks. Immutable; for any thread.
 */
public final class LinearPattern {
    private final String expression;
    private final List<String> marks;
    private volatile @Nullable Pattern pattern;

    private LinearPattern(String expression, List<String> marks) {
        this.expression = expression;
        this.marks = marks;
    }

    /**
     * One of our own: it is read when it is first used, so that a program starts without it.
     *
     * @param marks separated by {@code |}: what it matches contains one of these, so {@link #isFoundIn} and {@link #replaceAll} need not look closer at a text
     *     that has none
     */
    public static LinearPattern of(String expression, String marks) {
        return new LinearPattern(expression, List.of(marks.split("\\|")));
    }

    /** One of our own without marks. */
    public static LinearPattern of(String expression) {
        return of(expression, "");
    }

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException when it is none, or one that is too large; the message says so in the words of Go, and repeats the part in question
     */
    public static LinearPattern compile(String expression) {
        LinearPattern read = of(expression);
        read.pattern();
        return read;
    }

    /** Looks for it in the text. For one thread. */
    public Matcher matcher(String text) {
        return pattern().matcher(text);
    }

    /** What its first group matches, in each place of the text where it matches. */
    public List<String> groupsIn(String text) {
        List<String> groups = new ArrayList<>();
        for (Matcher found = matcher(text); found.find(); ) {
            groups.add(found.group(1));
        }
        return groups;
    }

    /** Whether it matches the whole text. */
    public boolean matches(String text) {
        return matcher(text).matches();
    }

    /** Whether it matches some part of the text. */
    public boolean isFoundIn(String text) {
        return mayBeIn(text) && matcher(text).find();
    }

    /** The text with this in place of all that it matches; {@code $1} stands for its first group. */
    public String replaceAll(String text, String replacement) {
        return mayBeIn(text) ? matcher(text).replaceAll(replacement) : text;
    }

    private boolean mayBeIn(String text) {
        for (int i = 0; i < marks.size(); i++) {
            if (text.contains(marks.get(i))) {
                return true;
            }
        }
        return false;
    }

    private Pattern pattern() {
        Pattern known = pattern;
        if (known == null) {
            PatternSize.check(expression);
            try {
                known = Pattern.compile(expression);
            } catch (PatternSyntaxException wrong) {
                throw new IllegalArgumentException(wrong.getMessage(), wrong);
            }
            pattern = known;
        }
        return known;
    }

    /** As it was written. */
    @Override
    public String toString() {
        return expression;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinearPattern that && expression.equals(that.expression);
    }

    @Override
    public int hashCode() {
        return expression.hashCode();
    }
}
