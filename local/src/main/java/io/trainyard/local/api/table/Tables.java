package io.trainyard.local.api.table;

import io.trainyard.foundation.time.Ages;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.PrinterColumn;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.TimedCell;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes tables of objects: a column for the name, unless the kind has it somewhere else, and those of the kind. */
public final class Tables {
    private static final PrinterColumn AGE = PrinterColumn.age("");

    private static final PrinterColumn NAME = PrinterColumn.name(0);

    private Tables() {}

    /** Whether a client prefers a table, by its {@code Accept} header; null when it sent none. */
    public static boolean isWanted(@Nullable String accept) {
        if (accept == null) {
            return false;
        }
        // Clients name what they like best first.
        String first = accept.split(",", 2)[0];
        return first.contains("as=Table") && first.contains("g=meta.k8s.io") && first.startsWith("application/json");
    }

    /**
     * A table.
     *
     * @param revision of the store at which they are seen
     * @param include what rows carry of their object: {@code Object}, {@code None}, or else its metadata
     */
    public static Map<String, Object> of(
            ResourceType type, List<Map<String, Object>> objects, long revision, String include, Clock clock) {
        Instant now = clock.instant();
        List<PrinterColumn> columns = columns(type);
        List<Object> definitions = new ArrayList<>();
        for (PrinterColumn column : columns) {
            definitions.add(Tree.of(
                    "name", column.name(),
                    "type", column.type(),
                    "format", column.format(),
                    "description", column.description(),
                    "priority", (long) column.priority()));
        }
        List<Object> rows = new ArrayList<>();
        for (Map<String, Object> object : objects) {
            rows.add(row(columns, object, include, now));
        }
        return Tree.of(
                "kind",
                "Table",
                "apiVersion",
                "meta.k8s.io/v1",
                "metadata",
                Tree.of("resourceVersion", Long.toString(revision)),
                "columnDefinitions",
                definitions,
                "rows",
                rows);
    }

    private static List<PrinterColumn> columns(ResourceType type) {
        List<PrinterColumn> columns = new ArrayList<>(type.columns().isEmpty() ? List.of(AGE) : type.columns());
        if (columns.stream().noneMatch(PrinterColumn::isName)) {
            columns.add(0, NAME);
        }
        return columns;
    }

    private static @Nullable Object cell(PrinterColumn column, Map<String, Object> object, Instant now) {
        Object value = column.value().apply(object);
        if (value instanceof TimedCell timed) {
            return timed.text(now);
        }
        return column.type().equals("date") && value != null ? Ages.since(String.valueOf(value), now) : value;
    }

    private static Map<String, Object> row(
            List<PrinterColumn> columns, Map<String, Object> object, String include, Instant now) {
        List<Object> cells = new ArrayList<>();
        columns.forEach(column -> cells.add(cell(column, object, now)));
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("cells", cells);
        if (include.equals("Object")) {
            row.put("object", object);
        } else if (!include.equals("None")) {
            row.put(
                    "object",
                    Tree.of(
                            "kind", "PartialObjectMetadata",
                            "apiVersion", "meta.k8s.io/v1",
                            "metadata", Tree.child(object, "metadata")));
        }
        return row;
    }
}
