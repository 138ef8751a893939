package io.trainyard.foundation.check;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Rules about single fields, one a line: where the object lies, what must hold, of which fields, and with which values. {@code ports[] in protocol
 * TCP UDP} says that the protocol of each port is one of two. A place is a sequence of fields with dots between them, {@code []} behind a list, and
 * {@code /} between alternatives; a dot alone is the object itself. An object that is not there breaks no rule.
 */
public final class FieldTable {
    private enum Rule {
        ONE,
        AT_MOST_ONE,
        ANY,
        CLASH,
        IN,
        BETWEEN,
        NEEDED,
        NEVER,
        SUBDOMAIN,
        BELOW,
        LIKE
    }

    private record Row(
            List<List<String>> place, Rule rule, List<String> fields, List<String> values, LinearPattern pattern) {}

    private static final LinearPattern ANYTHING = LinearPattern.of(".*");

    private final List<Row> rows;

    private FieldTable(List<Row> rows) {
        this.rows = rows;
    }

    /** The rules that a text says. */
    public static FieldTable of(String text) {
        return new FieldTable(text.lines().map(FieldTable::row).toList());
    }

    private static Row row(String line) {
        List<String> words = List.of(line.split(" +", -1));
        String place = words.get(0);
        // A rule that there is not fails here, when the class that has the table is loaded.
        Rule rule = Rule.valueOf(words.get(1).replace('-', '_').toUpperCase(Locale.ROOT));
        return new Row(
                place.equals(".")
                        ? List.of()
                        : Stream.of(place.split("\\.", -1))
                                .map(step -> List.of(step.split("/", -1)))
                                .toList(),
                rule,
                List.of(words.get(2).split(",", -1)),
                words.subList(3, words.size()),
                rule == Rule.LIKE ? LinearPattern.of(words.get(3)) : ANYTHING);
    }

    /**
     * Findings about an object.
     *
     * @param whole whether what lacks now will never come
     */
    public void check(CheckedObject object, boolean whole) {
        rows.forEach(row -> check(object, row, 0, whole));
    }

    private static void check(CheckedObject object, Row row, int depth, boolean whole) {
        if (depth == row.place().size()) {
            apply(object, row, whole);
            return;
        }
        for (String step : row.place().get(depth)) {
            if (step.endsWith("[]")) {
                object.list(step.substring(0, step.length() - 2)).forEach(item -> check(item, row, depth + 1, whole));
            } else if (object.tree().get(step) instanceof Map) {
                check(object.child(step), row, depth + 1, whole);
            }
        }
    }

    private static void apply(CheckedObject object, Row row, boolean whole) {
        switch (row.rule()) {
            case ONE -> {
                atMostOne(object, row.fields());
                any(object, row.fields(), whole);
            }
            case AT_MOST_ONE -> atMostOne(object, row.fields());
            case ANY -> any(object, row.fields(), whole);
            case CLASH -> {
                if (row.fields().stream().allMatch(field -> holds(object, field))) {
                    object.forbidden(
                            row.fields().get(0).split("=", -1)[0],
                            row.fields().size() == 1
                                    ? String.join(" ", row.values())
                                    : "cannot be set together with "
                                            + row.fields().get(1));
                }
            }
            default -> row.fields().forEach(field -> apply(object, field, row, whole));
        }
    }

    private static void apply(CheckedObject object, String field, Row row, boolean whole) {
        switch (row.rule()) {
            case IN -> {
                object.oneOf(field, row.values());
                object.eachOneOf(field, row.values());
            }
            case BETWEEN ->
                object.between(
                        field,
                        Long.parseLong(row.values().get(0)),
                        Long.parseLong(row.values().get(1)));
            case NEEDED -> {
                if (whole && isEmpty(object, field)) {
                    object.required(field, "must be set");
                }
            }
            case NEVER -> {
                if (object.has(field)) {
                    object.forbidden(field, String.join(" ", row.values()));
                }
            }
            case SUBDOMAIN -> object.subdomain(field);
            case BELOW -> object.below(field);
            case LIKE -> like(object, field, row);
            default -> throw new IllegalStateException("a rule of the whole object: " + row.rule());
        }
    }

    /** Each text of a list, or the one value of the field. */
    private static void like(CheckedObject object, String field, Row row) {
        String message = String.join(" ", row.values().subList(1, row.values().size()));
        List<Object> items = Tree.list(object.tree(), field);
        for (int i = 0; i < items.size(); i++) {
            if (!row.pattern().matches(String.valueOf(items.get(i)))) {
                object.invalidItem(field, i, message);
            }
        }
        if (items.isEmpty()
                && !isEmpty(object, field)
                && !row.pattern().matches(String.valueOf(object.tree().get(field)))) {
            object.invalid(field, message);
        }
    }

    private static boolean isEmpty(CheckedObject object, String field) {
        return !object.has(field)
                || "".equals(object.tree().get(field))
                || List.of().equals(Tree.at(object.tree(), field));
    }

    /** Whether a field has the value behind an equals sign, or any where there is none. */
    private static boolean holds(CheckedObject object, String field) {
        String[] parts = field.split("=", -1);
        return parts.length == 1
                ? object.has(field)
                : String.valueOf(object.tree().get(parts[0])).equals(parts[1]);
    }

    private static void any(CheckedObject object, List<String> fields, boolean whole) {
        if (whole && fields.stream().noneMatch(object::has)) {
            object.findings()
                    .error(FieldError.required(object.path().text(), "must have one of " + String.join(", ", fields)));
        }
    }

    private static void atMostOne(CheckedObject object, List<String> fields) {
        List<String> present = fields.stream().filter(object::has).toList();
        if (present.size() > 1) {
            object.forbidden(
                    present.get(1),
                    "only one of " + String.join(", ", fields) + " can be set, not " + String.join(" and ", present));
        }
    }
}
