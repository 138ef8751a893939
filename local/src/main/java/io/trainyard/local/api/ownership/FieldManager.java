package io.trainyard.local.api.ownership;

import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.local.api.ownership.ManagedFields.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps track of who owns which field of one kind of object, as writes come in. What is passed in is not changed.
 *
 * <p>Objects must be passed without the parts that the write cannot change, such as {@code status} when the object itself is written, or with
 * these parts the same in both states.
 */
public final class FieldManager {
    private static final List<String> SERVER_OWNED_METADATA = List.of(
            "name",
            "namespace",
            "creationTimestamp",
            "selfLink",
            "uid",
            "generation",
            "resourceVersion",
            "managedFields");

    private final StructuralSchema schema;

    /** The schema of the whole object, {@code metadata} included. */
    public FieldManager(StructuralSchema schema) {
        this.schema = schema;
    }

    /**
     * What an apply results in.
     *
     * @param object the merged object; shares parts with the ones passed in
     */
    public record Applied(Map<String, Object> object, ManagedFields owners) {}

    /** The owners after a write that is not an apply: the writer owns what it changed. */
    public ManagedFields update(
            Map<String, Object> present,
            Map<String, Object> written,
            ManagedFields owners,
            Manager writer,
            String time) {
        Comparison difference = Comparison.of(schema, present, written);
        Map<Manager, Entry> result = takeFromOthers(owners, null, difference);
        FieldSet taken = withoutServerOwned(difference.added().union(difference.modified()));
        if (!taken.isEmpty()) {
            Entry own = result.get(writer);
            FieldSet all = own == null ? taken : own.fields().union(taken);
            result.put(writer, new Entry(writer, time, all));
        }
        return ManagedFields.of(result);
    }

    /**
     * Applies an object.
     *
     * @throws FieldConflictException when other managers own fields that would change, and {@code force} is false
     */
    public Applied apply(
            Map<String, Object> present,
            Map<String, Object> applied,
            ManagedFields owners,
            Manager applier,
            boolean force,
            String time) {
        FieldSet before = owners.of(applier);
        FieldSet now = withoutServerOwned(Fields.of(schema, applied));
        Map<Manager, Entry> claimed = new LinkedHashMap<>(owners.entries());
        claimed.put(applier, new Entry(applier, time, now));

        Map<String, Object> merged = Merge.of(schema, present, applied);
        Map<String, Object> pruned = withoutAbandoned(merged, before, now, claimed);

        Comparison difference = Comparison.of(schema, present, pruned);
        FieldSet changed = difference.added().union(difference.modified());
        if (!force) {
            refuseConflicts(claimed, applier, changed);
        }
        Map<Manager, Entry> result = takeFromOthers(ManagedFields.of(claimed), applier, difference);
        if (difference.isSame() && now.equals(before)) {
            result.put(applier, new Entry(applier, owners.timeOf(applier), now));
        }
        return new Applied(pruned, ManagedFields.of(result));
    }

    private static void refuseConflicts(Map<Manager, Entry> owners, Manager applier, FieldSet changed) {
        List<FieldConflict> conflicts = new ArrayList<>();
        owners.forEach((manager, entry) -> {
            if (!manager.equals(applier)) {
                String owner = manager.display(entry.time());
                entry.fields()
                        .intersection(changed)
                        .paths()
                        .forEach(path -> conflicts.add(new FieldConflict(path, owner)));
            }
        });
        if (!conflicts.isEmpty()) {
            throw new FieldConflictException(conflicts);
        }
    }

    /** Whoever writes a field takes it from all others; a field that is gone belongs to nobody. */
    @SuppressWarnings(
            "ReferenceEquality") // A set that loses nothing is returned as it is; comparing large sets would cost more
    // than it saves.
    private static Map<Manager, Entry> takeFromOthers(
            ManagedFields owners, @Nullable Manager writer, Comparison difference) {
        FieldSet changed = difference.added().union(difference.modified());
        Map<Manager, Entry> result = new LinkedHashMap<>();
        owners.entries().forEach((manager, entry) -> {
            FieldSet kept = entry.fields();
            if (!manager.equals(writer)) {
                kept = kept.difference(changed).difference(difference.removed());
            }
            result.put(manager, kept == entry.fields() ? entry : new Entry(manager, entry.time(), kept));
        });
        return result;
    }

    /**
     * Takes out what the applier owned before and does not apply any more, unless others own it too. Fields in which nobody
     * has a part stay, unless what contained them goes.
     */
    private Map<String, Object> withoutAbandoned(
            Map<String, Object> merged, FieldSet before, FieldSet now, Map<Manager, Entry> owners) {
        if (before.difference(now).isEmpty()) {
            return merged;
        }
        FieldSet abandoned = before.withDeclaredParents(schema);
        Map<String, Object> pruned = Fields.remove(schema, merged, abandoned);
        if (pruned.equals(merged)) {
            return merged;
        }
        FieldSet all = Fields.of(schema, merged).withDeclaredParents(schema);
        FieldSet owned = FieldSet.EMPTY;
        for (Entry entry : owners.values()) {
            owned = owned.union(entry.fields());
        }
        FieldSet kept = Fields.of(schema, pruned).withDeclaredParents(schema).union(owned.withDeclaredParents(schema));
        pruned = Fields.remove(schema, merged, all.difference(kept));

        FieldSet present = Fields.of(schema, pruned).withDeclaredParents(schema);
        return Fields.remove(schema, merged, all.difference(present).intersection(abandoned));
    }

    /** What the server fills in belongs to nobody. */
    private static FieldSet withoutServerOwned(FieldSet fields) {
        FieldSet metadata = fields.below("f:metadata").withoutSelf();
        for (String name : SERVER_OWNED_METADATA) {
            metadata = metadata.without("f:" + name);
        }
        return fields.without("f:apiVersion").without("f:kind").with("f:metadata", metadata);
    }
}
