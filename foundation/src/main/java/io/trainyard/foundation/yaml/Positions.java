package io.trainyard.foundation.yaml;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a value stood in its file, and its fields or items likewise. A value behind a key stands where the key stands. Built while reading,
 * immutable afterwards.
 */
final class Positions {
    private final int line;
    private final int column;
    private final @Nullable String text;
    private final Map<String, Positions> fields;
    private final List<Positions> items;

    private Positions(
            int line, int column, @Nullable String text, Map<String, Positions> fields, List<Positions> items) {
        this.line = line;
        this.column = column;
        this.text = text;
        this.fields = fields;
        this.items = items;
    }

    static Positions scalar(int line, int column, String text) {
        return new Positions(line, column, text, Map.of(), List.of());
    }

    static Positions mapping(int line, int column, Map<String, Positions> fields) {
        return new Positions(line, column, null, fields, List.of());
    }

    static Positions sequence(int line, int column, List<Positions> items) {
        return new Positions(line, column, null, Map.of(), items);
    }

    /** The same value seen from its key. */
    Positions at(int keyLine, int keyColumn) {
        return new Positions(keyLine, keyColumn, text, fields, items);
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }

    /** A scalar as it was written, without quotes; null for mappings and sequences. */
    @Nullable
    String text() {
        return text;
    }

    @Nullable
    Positions field(String name) {
        return fields.get(name);
    }

    @Nullable
    Positions item(int index) {
        return index >= 0 && index < items.size() ? items.get(index) : null;
    }

    /** The value at a path; its nearest ancestor when there is no such value, as for a field that is missing. */
    Positions nearest(String path) {
        Positions here = this;
        String rest = path;
        while (!rest.isEmpty()) {
            Step step = here.step(rest);
            if (step == null) {
                return here;
            }
            here = step.target;
            rest = step.rest;
        }
        return here;
    }

    /** The value at a path, or null. */
    @Nullable
    Positions exact(String path) {
        Positions here = this;
        String rest = path;
        while (!rest.isEmpty()) {
            Step step = here.step(rest);
            if (step == null) {
                return null;
            }
            here = step.target;
            rest = step.rest;
        }
        return here;
    }

    private @Nullable Step step(String path) {
        if (path.charAt(0) == '[') {
            int end = path.indexOf(']');
            if (end < 0) {
                return null;
            }
            String inside = path.substring(1, end);
            Positions target = items.isEmpty() ? field(inside) : item(index(inside));
            return target == null ? null : new Step(target, path.substring(end + 1));
        }
        String rest = path.charAt(0) == '.' ? path.substring(1) : path;
        // A key may contain dots itself: the longest one that fits is meant.
        String best = "";
        @Nullable Positions target = null;
        for (Map.Entry<String, Positions> field : fields.entrySet()) {
            String name = field.getKey();
            if (rest.startsWith(name)
                    && (rest.length() == name.length() || ".[".indexOf(rest.charAt(name.length())) >= 0)
                    && (target == null || best.length() < name.length())) {
                best = name;
                target = field.getValue();
            }
        }
        return target == null ? null : new Step(target, rest.substring(best.length()));
    }

    private static int index(String text) {
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9' || value > 100_000_000) {
                return -1;
            }
            value = value * 10 + c - '0';
        }
        return text.isEmpty() ? -1 : value;
    }

    private record Step(Positions target, String rest) {}
}
