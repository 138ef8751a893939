package io.trainyard.foundation.yaml;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain trees as YAML in block style, fields in the order of the tree. Text is put in quotes wherever some reader, old or new, could
 * take it for anything else; what is written reads back equal.
 */
public final class YamlWriter {
    private final StringBuilder out = new StringBuilder();

    private YamlWriter() {}

    /** Several documents, separated by {@code ---} lines; empty for none. */
    public static String stream(Collection<?> trees) {
        YamlWriter writer = new YamlWriter();
        for (Object tree : trees) {
            if (writer.out.length() > 0) {
                writer.out.append("---\n");
            }
            writer.document(tree);
        }
        return writer.out.toString();
    }

    /** One document, ending with a line break. */
    public static String write(@Nullable Object tree) {
        YamlWriter writer = new YamlWriter();
        writer.document(tree);
        return writer.out.toString();
    }

    private void document(@Nullable Object tree) {
        if (tree instanceof Map<?, ?> map && !map.isEmpty()) {
            mapping(map, 0);
        } else if (tree instanceof Collection<?> list && !list.isEmpty()) {
            sequence(list, 0);
        } else {
            scalar(tree, 2);
            out.append('\n');
        }
    }

    private void mapping(Map<?, ?> map, int indent) {
        boolean first = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!first) {
                indent(indent);
            }
            first = false;
            String key = String.valueOf(entry.getKey());
            out.append(isPlain(key) ? key : quoted(key)).append(':');
            if (entry.getValue() instanceof Map<?, ?> nested && !nested.isEmpty()) {
                out.append('\n');
                indent(indent + 2);
                mapping(nested, indent + 2);
            } else if (entry.getValue() instanceof Collection<?> list && !list.isEmpty()) {
                out.append('\n');
                indent(indent);
                sequence(list, indent);
            } else {
                out.append(' ');
                scalar(entry.getValue(), indent + 2);
                out.append('\n');
            }
        }
    }

    private void sequence(Collection<?> list, int indent) {
        boolean first = true;
        for (Object item : list) {
            if (!first) {
                indent(indent);
            }
            first = false;
            out.append("- ");
            if (item instanceof Map<?, ?> nested && !nested.isEmpty()) {
                mapping(nested, indent + 2);
            } else if (item instanceof Collection<?> nested && !nested.isEmpty()) {
                sequence(nested, indent + 2);
            } else {
                scalar(item, indent + 2);
                out.append('\n');
            }
        }
    }

    private void scalar(@Nullable Object value, int indent) {
        if (value == null) {
            out.append("null");
        } else if (value instanceof Map) {
            out.append("{}");
        } else if (value instanceof Collection) {
            out.append("[]");
        } else if (value instanceof Boolean || value instanceof Number) {
            out.append(value);
        } else {
            text(value.toString(), indent);
        }
    }

    private void text(String text, int indent) {
        if (isPlain(text)) {
            out.append(text);
        } else if (isBlock(text)) {
            block(text, indent);
        } else {
            out.append(quoted(text));
        }
    }

    private void block(String text, int indent) {
        boolean ends = text.endsWith("\n");
        out.append(ends ? "|" : "|-");
        String body = ends ? text.substring(0, text.length() - 1) : text;
        for (int start = 0; start <= body.length(); ) {
            int end = body.indexOf('\n', start);
            end = end < 0 ? body.length() : end;
            out.append('\n');
            if (end > start) {
                indent(indent);
                out.append(body, start, end);
            }
            start = end + 1;
        }
    }

    private void indent(int width) {
        out.append(" ".repeat(width));
    }

    /** Whether the text means itself without quotes, to readers of every version of YAML. */
    private static boolean isPlain(String text) {
        if (text.isEmpty() || text.length() > 500) {
            return false;
        }
        char first = text.charAt(0);
        boolean option = first == '-' && text.length() > 1 && (isLetter(text.charAt(1)) || text.charAt(1) == '-');
        if ((!isLetter(first) && "/_$(".indexOf(first) < 0 && !option) || text.startsWith("---")) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ' ' || c == ':') {
                // A space may not come last nor a colon before one; the comment sign is not among the plain characters
                // at all.
                if (i == text.length() - 1 || (c == ':' && text.charAt(i + 1) == ' ')) {
                    return false;
                }
            } else if (!isLetter(c) && (c < '0' || c > '9') && "-_./+@=$(),%;<>!?*&^~|'\"\\{}[]".indexOf(c) < 0) {
                return false;
            }
        }
        // Some readers take a single letter for true or false.
        boolean word = text.length() == 1 && "yYnN".indexOf(first) >= 0;
        return !word && PlainScalars.resolve(text) instanceof String;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /** Whether the text is best shown line by line, and survives that. */
    private static boolean isBlock(String text) {
        if (text.indexOf('\n') < 1 || text.charAt(0) == ' ' || text.charAt(0) == '\t' || text.endsWith("\n\n")) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\n' && c != '\t' && !isPrintable(c)) {
                return false;
            }
        }
        String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        // A last line of nothing but spaces would be taken for indentation.
        return !body.substring(body.lastIndexOf('\n') + 1).isBlank();
    }

    private static boolean isPrintable(char c) {
        return (c >= ' ' && c <= '~') || (c >= '\u00A0' && c < '\uE000' && c != '\u2028' && c != '\u2029');
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        int plainFrom = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '"' && c != '\\' && isPrintable(c)) {
                continue;
            }
            quoted.append(text, plainFrom, i);
            plainFrom = i + 1;
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> quoted.append(String.format("\\u%04x", (int) c));
            }
        }
        return quoted.append(text, plainFrom, text.length()).append('"').toString();
    }
}
