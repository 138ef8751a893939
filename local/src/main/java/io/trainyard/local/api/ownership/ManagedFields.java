package io.trainyard.local.api.ownership;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.ownership.Manager.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All owners of an object's fields: {@code metadata.managedFields}. Immutable. */
public final class ManagedFields {
    public static final ManagedFields NONE = new ManagedFields(Map.of());

    private static final String FIELDS_TYPE = "FieldsV1";
    private static final Comparator<Entry> ORDER = Comparator.comparing(
                    (Entry entry) -> entry.manager().operation())
            .thenComparing(Entry::time)
            .thenComparing(entry -> entry.manager().name())
            .thenComparing(entry -> entry.manager().apiVersion())
            .thenComparing(entry -> entry.manager().subresource());

    private final Map<Manager, Entry> entries;

    private ManagedFields(Map<Manager, Entry> entries) {
        this.entries = entries;
    }

    /**
     * What one manager owns.
     *
     * @param time of the latest change, to the second; may be empty
     */
    public record Entry(Manager manager, String time, FieldSet fields) {}

    static ManagedFields of(Map<Manager, Entry> entries) {
        Map<Manager, Entry> kept = new LinkedHashMap<>(entries);
        kept.values().removeIf(entry -> entry.fields().isEmpty());
        return new ManagedFields(kept);
    }

    /**
     * Reads {@code metadata.managedFields}.
     *
     * @throws IllegalArgumentException when an entry is not in the form of {@code FieldsV1}
     */
    public static ManagedFields parse(List<Map<String, Object>> list) {
        Map<Manager, Entry> entries = new LinkedHashMap<>();
        for (Map<String, Object> item : list) {
            if (!FIELDS_TYPE.equals(item.get("fieldsType"))) {
                throw new IllegalArgumentException("metadata.managedFields: fieldsType must be " + FIELDS_TYPE);
            }
            Operation operation =
                    switch (Tree.text(item, "operation")) {
                        case "Apply" -> Operation.APPLY;
                        case "Update" -> Operation.UPDATE;
                        default ->
                            throw new IllegalArgumentException(
                                    "metadata.managedFields: operation must be Apply or Update");
                    };
            Manager manager = new Manager(
                    Tree.text(item, "manager"),
                    operation,
                    Tree.text(item, "apiVersion"),
                    Tree.text(item, "subresource"));
            entries.put(
                    manager, new Entry(manager, Tree.text(item, "time"), FieldSet.parse(Tree.child(item, "fieldsV1"))));
        }
        return of(entries);
    }

    /** Writes {@code metadata.managedFields}, appliers first. */
    public List<Object> toTree() {
        List<Object> list = new ArrayList<>(entries.size());
        entries.values().stream().sorted(ORDER).forEach(entry -> {
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("manager", entry.manager().name());
            item.put("operation", entry.manager().operation().text());
            item.put("apiVersion", entry.manager().apiVersion());
            if (!entry.time().isEmpty()) {
                item.put("time", entry.time());
            }
            item.put("fieldsType", FIELDS_TYPE);
            item.put("fieldsV1", entry.fields().toTree());
            if (!entry.manager().subresource().isEmpty()) {
                item.put("subresource", entry.manager().subresource());
            }
            list.add(item);
        });
        return list;
    }

    /** What a manager owns; empty when nothing. */
    public FieldSet of(Manager manager) {
        Entry entry = entries.get(manager);
        return entry == null ? FieldSet.EMPTY : entry.fields();
    }

    /** When a manager last changed what it owns; empty when it owns nothing. */
    String timeOf(Manager manager) {
        Entry entry = entries.get(manager);
        return entry == null ? "" : entry.time();
    }

    Map<Manager, Entry> entries() {
        return entries;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }
}
