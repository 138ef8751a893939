package io.trainyard.local.rules;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.Map;

/** Names of fields that cannot be written in an expression as they are: {@code a__dash__b} stands for {@code a-b}. */
final class FieldNames {
    private static final LinearPattern ESCAPE = LinearPattern.of("__([a-z]+)__");
    private static final Map<String, String> CHARACTERS =
            Map.of("underscores", "__", "dot", ".", "dash", "-", "slash", "/");

    private FieldNames() {}

    /** The name of the field itself. */
    static String unescape(String escaped) {
        StringBuilder name = new StringBuilder();
        Matcher escape = ESCAPE.matcher(escaped);
        while (escape.find()) {
            escape.appendReplacement(name, unescapeWord(escape.group(1)));
        }
        return escape.appendTail(name).toString();
    }

    /** Reserved words are escaped as a whole. */
    private static String unescapeWord(String word) {
        return CHARACTERS.getOrDefault(word, word);
    }
}
