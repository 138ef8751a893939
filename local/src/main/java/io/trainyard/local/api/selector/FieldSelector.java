package io.trainyard.local.api.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Which fields an object must have; all requirements must hold. Immutable. */
public final class FieldSelector {
    /** Matches everything. */
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    private final List<Requirement> requirements;

    private FieldSelector(List<Requirement> requirements) {
        this.requirements = List.copyOf(requirements);
    }

    /**
     * Reads the text form, such as {@code spec.nodeName=a,status.phase!=Running}; empty matches everything. A backslash before a comma, an
     * equals sign or a backslash takes away its meaning.
     *
     * @throws IllegalArgumentException when the text is none
     */
    public static FieldSelector parse(String text) {
        if (text.isEmpty()) {
            return EVERYTHING;
        }
        List<Requirement> requirements = new ArrayList<>();
        for (String term : split(text)) {
            if (!term.isEmpty()) {
                requirements.add(requirement(term, text));
            }
        }
        return new FieldSelector(requirements);
    }

    private static List<String> split(String text) {
        List<String> terms = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                terms.add(text.substring(start, i));
                start = i + 1;
            }
        }
        terms.add(text.substring(start));
        return terms;
    }

    private static Requirement requirement(String term, String text) {
        for (int i = 0; i < term.length(); i++) {
            if (term.startsWith("!=", i)) {
                return new Requirement(term.substring(0, i), false, unescaped(term.substring(i + 2), text));
            }
            if (term.startsWith("==", i)) {
                return new Requirement(term.substring(0, i), true, unescaped(term.substring(i + 2), text));
            }
            if (term.charAt(i) == '=') {
                return new Requirement(term.substring(0, i), true, unescaped(term.substring(i + 1), text));
            }
        }
        throw new IllegalArgumentException("invalid selector: '" + text + "'; can't understand '" + term + "'");
    }

    private static String unescaped(String value, String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                i++;
                if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
                    throw new IllegalArgumentException(
                            "invalid field selector '" + text + "': invalid escape sequence in '" + value + "'");
                }
                plain.append(value.charAt(i));
            } else if (c == '=') {
                throw new IllegalArgumentException(
                        "invalid field selector '" + text + "': unescaped '=' in '" + value + "'");
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    /** The fields that are asked for. */
    public List<String> fields() {
        return requirements.stream().map(Requirement::field).toList();
    }

    /** Whether an object, given by the function from field to value (empty when absent), satisfies all requirements. */
    public boolean matches(UnaryOperator<String> object) {
        for (Requirement requirement : requirements) {
            if (requirement.value().equals(object.apply(requirement.field())) != requirement.equal()) {
                return false;
            }
        }
        return true;
    }

    /** True when every object matches. */
    public boolean isEverything() {
        return requirements.isEmpty();
    }

    private record Requirement(String field, boolean equal, String value) {}
}
