package io.trainyard.local.kubelet.environment;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts the values of variables where {@code $(NAME)} stands. A few hundred variables, each of which names the one before twice, would fill any memory; so
 * texts have a limit, beyond all that a system gives to a program.
 */
public final class Expansion {
    /** Characters of one text. Linux takes 128 KiB. */
    static final int MAX_TEXT = 1 << 20;

    /** Characters of all variables of a container, or of its command and arguments. Linux takes 6 MiB of both. */
    private static final int MAX_TOGETHER = 8 << 20;

    private static final int MAX_SHOWN = 100;

    private Expansion() {}

    /**
     * Expands a text, from left to right. Values are not expanded again.
     *
     * @param value the value of a variable; null when it is unknown, and then the text stays as it is
     * @throws ConfigurationException when the text becomes longer than any program can be given
     */
    public static String expand(String text, Function<String, @Nullable String> value) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        int lastEnd = text.lastIndexOf(')');
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '$' || at + 1 == text.length()) {
                out.append(c);
                at++;
                continue;
            }
            char next = text.charAt(at + 1);
            int end = next == '(' && at < lastEnd ? text.indexOf(')', at) : -1;
            if (end >= 0) {
                String known = value.apply(text.substring(at + 2, end));
                out.append(known == null ? text.substring(at, end + 1) : known);
                at = end + 1;
                checkLength(out, text);
            } else {
                out.append(next == '$' ? "$" : "$" + next);
                at += 2;
            }
        }
        return out.toString();
    }

    private static void checkLength(StringBuilder out, String text) {
        if (out.length() > MAX_TEXT) {
            String shown = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + " ..." : text;
            throw new ConfigurationException("'" + shown + "' becomes longer than " + MAX_TEXT
                    + " characters with the values of its variables, more than a program can be given");
        }
    }

    /**
     * Adds the length of one text to that of those before.
     *
     * @param what the texts are, for the message; plural
     * @throws ConfigurationException when they are together longer than any program can be given
     */
    public static int together(String what, int before, String text) {
        int now = before + text.length();
        if (now > MAX_TOGETHER) {
            throw new ConfigurationException(what + " are together longer than " + MAX_TOGETHER
                    + " characters with the values of their variables, more than a program can be given");
        }
        return now;
    }
}
