package io.trainyard.local.rules;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of fields that cannot be written in an expression as they are: {@code a__dash__b} stands for {@code a-b}. */
final class FieldNames {
    private static final Pattern ESCAPE = Pattern.compile("__([a-z]+)__");
    private static final Map<String, String> CHARACTERS =
            Map.of("underscores", "__", "dot", ".", "dash", "-", "slash", "/");

    private FieldNames() {}

    /** The name of the field itself. */
    static String unescape(String escaped) {
        return escaped.contains("__")
                ? ESCAPE.matcher(escaped).replaceAll(escape -> Matcher.quoteReplacement(unescapeWord(escape.group(1))))
                : escaped;
    }

    /** Reserved words are escaped as a whole. */
    private static String unescapeWord(String word) {
        return CHARACTERS.getOrDefault(word, word);
    }
}
