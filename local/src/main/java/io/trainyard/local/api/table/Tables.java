package io.trainyard.local.api.table;

import io.trainyard.foundation.time.Ages;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.PrinterColumn;
import io.trainyard.local.api.resource.ResourceType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes tables of objects: a column for the name, and those of the kind. */
public final class Tables {
    private static final PrinterColumn AGE =
            new PrinterColumn("Age", "date", "", 0, "", object -> Tree.at(object, "metadata", "creationTimestamp"));

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
     * @param metadata of the list; may be empty
     * @param include what rows carry of their object: {@code Object}, {@code None}, or else its metadata
     */
    public static Map<String, Object> of(
            ResourceType type,
            List<Map<String, Object>> objects,
            Map<String, Object> metadata,
            String include,
            Instant now) {
        List<PrinterColumn> columns = type.columns().isEmpty() ? List.of(AGE) : type.columns();
        List<Object> definitions = new ArrayList<>();
        definitions.add(Tree.of("name", "Name", "type", "string", "format", "name", "description", "", "priority", 0L));
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
                "kind", "Table",
                "apiVersion", "meta.k8s.io/v1",
                "metadata", metadata,
                "columnDefinitions", definitions,
                "rows", rows);
    }

    private static Map<String, Object> row(
            List<PrinterColumn> columns, Map<String, Object> object, String include, Instant now) {
        List<Object> cells = new ArrayList<>();
        cells.add(Tree.text(object, "metadata", "name"));
        for (PrinterColumn column : columns) {
            Object value = column.value().apply(object);
            boolean date = column.type().equals("date") && value != null;
            cells.add(date ? Ages.since(String.valueOf(value), now) : value);
        }
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
