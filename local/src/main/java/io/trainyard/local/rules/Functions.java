package io.trainyard.local.rules;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions that expressions may call. */
final class Functions {
    /** Names of types, which are values. */
    static final List<String> TYPES = List.of("int", "double", "bool", "string", "list", "map", "null_type", "type");

    private static final Map<String, Body> WITHOUT_TARGET = Map.of(
            "size", arguments -> size(arguments.get(0)),
            "type", arguments -> Operations.typeOf(arguments.get(0)),
            "int", arguments -> integer(arguments.get(0)),
            "double", arguments -> fraction(arguments.get(0)),
            "string", arguments -> text(arguments.get(0)));

    private static final Map<String, Body> ON_TARGET = Map.of(
            "size", arguments -> size(arguments.get(0)),
            "matches", arguments -> matches(string(arguments, 0), string(arguments, 1)),
            "startsWith", arguments -> string(arguments, 0).startsWith(string(arguments, 1)),
            "endsWith", arguments -> string(arguments, 0).endsWith(string(arguments, 1)),
            "contains", arguments -> string(arguments, 0).contains(string(arguments, 1)),
            "lowerAscii", arguments -> shifted(string(arguments, 0), 'A', 'Z', 'a' - 'A'),
            "upperAscii", arguments -> shifted(string(arguments, 0), 'a', 'z', 'A' - 'a'),
            "trim", arguments -> string(arguments, 0).strip(),
            "replace", arguments -> replace(string(arguments, 0), string(arguments, 1), string(arguments, 2)),
            "split", arguments -> split(string(arguments, 0), string(arguments, 1)));

    private static final Map<String, Integer> PARAMETERS =
            Map.of("matches", 1, "startsWith", 1, "endsWith", 1, "contains", 1, "replace", 2, "split", 1);

    private Functions() {}

    /** What a function does. */
    interface Body {
        @Nullable
        Object apply(List<@Nullable Object> arguments);
    }

    /** A function that is called without a target; null when it is not known with so many arguments. */
    static @Nullable Body find(String name, int arguments) {
        return arguments == 1 ? WITHOUT_TARGET.get(name) : null;
    }

    /** A function that is called on a target; null when it is not known with so many arguments besides. */
    static @Nullable Body findOnTarget(String name, int arguments) {
        return arguments == PARAMETERS.getOrDefault(name, 0) ? ON_TARGET.get(name) : null;
    }

    private static Object size(@Nullable Object value) {
        if (value instanceof String text) {
            return (long) text.codePointCount(0, text.length());
        }
        if (value instanceof List<?> list) {
            return (long) list.size();
        }
        return (long) Operations.map(value).size();
    }

    private static Object matches(String text, String expression) {
        try {
            return LinearPattern.compile(expression).isFoundIn(text);
        } catch (IllegalArgumentException e) {
            throw new RuleFailure(String.valueOf(e.getMessage()));
        }
    }

    /** Without a separator, every character is a part. */
    private static List<String> split(String text, String separator) {
        if (separator.isEmpty()) {
            return text.codePoints().mapToObj(Character::toString).toList();
        }
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    /** Nothing stands before every character and at the end; a character may be two chars of Java. */
    private static String replace(String text, String part, String replacement) {
        return part.isEmpty()
                ? replacement
                        + String.join(
                                "",
                                split(text, "").stream()
                                        .map(c -> c + replacement)
                                        .toList())
                : text.replace(part, replacement);
    }

    /** Other letters than those of ASCII stay as they are. */
    private static String shifted(String text, char first, char last, int distance) {
        StringBuilder result = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= first && c <= last) {
                result.setCharAt(i, (char) (c + distance));
            }
        }
        return result.toString();
    }

    private static Object integer(@Nullable Object value) {
        if (value instanceof Double number && !(number > Long.MIN_VALUE && number < Long.MAX_VALUE)) {
            throw new RuleFailure("integer overflow");
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        try {
            return Long.parseLong(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw new RuleFailure("cannot convert \"" + value + "\" to int");
        }
    }

    private static Object fraction(@Nullable Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        try {
            return Double.parseDouble(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw new RuleFailure("cannot convert \"" + value + "\" to double");
        }
    }

    private static Object text(@Nullable Object value) {
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString(number.longValue());
        }
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        throw new RuleFailure("no such overload: string(" + Operations.typeOf(value) + ")");
    }

    private static String string(List<@Nullable Object> arguments, int index) {
        if (arguments.get(index) instanceof String text) {
            return text;
        }
        throw new RuleFailure(
                "no such overload: " + Operations.typeOf(arguments.get(index)) + " where string is needed");
    }
}
