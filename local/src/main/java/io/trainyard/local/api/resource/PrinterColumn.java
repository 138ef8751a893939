package io.trainyard.local.api.resource;

import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column that {@code kubectl get} shows.
 *
 * @param name heading
 * @param type {@code string}, {@code integer}, {@code number}, {@code boolean} or {@code date}
 * @param format more about the type; may be empty
 * @param priority 0 to show always, more to show only in wide output
 * @param description what it means
 * @param value computes the cell from the object: a value of that type, or a {@link TimedCell}; null for an empty cell
 */
public record PrinterColumn(
        String name,
        String type,
        String format,
        int priority,
        String description,
        Function<Map<String, Object>, @Nullable Object> value) {
    private static final String NAME = "name";

    /** A column of text that is always shown. */
    public static PrinterColumn text(String name, Function<Map<String, Object>, @Nullable Object> value) {
        return new PrinterColumn(name, "string", "", 0, "", value);
    }

    /** A column of text that only wide output shows. */
    public static PrinterColumn wide(String name, Function<Map<String, Object>, @Nullable Object> value) {
        return new PrinterColumn(name, "string", "", 1, "", value);
    }

    /** The column of the age, which is counted from the creation. */
    public static PrinterColumn age(String description) {
        return new PrinterColumn(
                "Age", "date", "", 0, description, object -> Tree.at(object, "metadata", "creationTimestamp"));
    }

    /** The column of the name, which clients know by its format. */
    public static PrinterColumn name(int priority) {
        return new PrinterColumn("Name", "string", NAME, priority, "", object -> Tree.text(object, "metadata", "name"));
    }

    /** Whether it is the column of the name. */
    public boolean isName() {
        return format.equals(NAME);
    }
}
