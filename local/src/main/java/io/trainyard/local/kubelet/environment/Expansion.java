package io.trainyard.local.kubelet.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts the values of variables where {@code $(NAME)} stands. */
public final class Expansion {
    private Expansion() {}

    /**
     * Expands a text, from left to right. Values are not expanded again.
     *
     * @param value the value of a variable; null when it is unknown, and then the text stays as it is
     */
    public static String expand(String text, Function<String, @Nullable String> value) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '$' || at + 1 == text.length()) {
                out.append(c);
                at++;
                continue;
            }
            char next = text.charAt(at + 1);
            int end = next == '(' ? text.indexOf(')', at) : -1;
            if (end >= 0) {
                String known = value.apply(text.substring(at + 2, end));
                out.append(known == null ? text.substring(at, end + 1) : known);
                at = end + 1;
            } else {
                out.append(next == '$' ? "$" : "$" + next);
                at += 2;
            }
        }
        return out.toString();
    }

    /** Expands each text by itself. */
    public static List<String> expand(List<String> texts, Function<String, @Nullable String> value) {
        List<String> expanded = new ArrayList<>(texts.size());
        for (String text : texts) {
            expanded.add(expand(text, value));
        }
        return expanded;
    }
}
