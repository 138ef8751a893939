package io.trainyard.local.api.ownership;

import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A set of paths into an object, in the form of {@code fieldsV1}. A step of a path is a text: {@code f:} and the name of a field, {@code k:} and
 * the keys of a list item, or {@code v:} and the value of a list item. Immutable.
 */
public final class FieldSet {
    public static final FieldSet EMPTY = new FieldSet(false, new TreeMap<>());

    private static final String SELF = ".";
    private static final FieldSet LEAF = new FieldSet(true, new TreeMap<>());

    // Whether the path that leads here is itself in the set.
    private final boolean member;
    // Never contains an empty set.
    private final SortedMap<String, FieldSet> children;

    private FieldSet(boolean member, SortedMap<String, FieldSet> children) {
        this.member = member;
        this.children = children;
    }

    private static FieldSet of(boolean member, SortedMap<String, FieldSet> children) {
        if (children.isEmpty()) {
            return member ? LEAF : EMPTY;
        }
        return new FieldSet(member, children);
    }

    /** Reads {@code fieldsV1}. */
    public static FieldSet parse(Map<String, Object> tree) {
        SortedMap<String, FieldSet> children = new TreeMap<>();
        boolean member = false;
        for (Map.Entry<String, Object> entry : tree.entrySet()) {
            if (entry.getKey().equals(SELF)) {
                member = true;
            } else if (entry.getValue() instanceof Map<?, ?> child) {
                children.put(entry.getKey(), child.isEmpty() ? LEAF : parse(Tree.object(child)));
            }
        }
        return of(member, children);
    }

    /** Writes {@code fieldsV1}. */
    public Map<String, Object> toTree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (member && !children.isEmpty()) {
            tree.put(SELF, new LinkedHashMap<>());
        }
        children.forEach((step, child) -> tree.put(step, child.toTree()));
        return tree;
    }

    public boolean isEmpty() {
        return !member && children.isEmpty();
    }

    /** Whether the path of this one step is in the set. */
    public boolean has(String step) {
        FieldSet child = children.get(step);
        return child != null && child.member;
    }

    /** The paths that begin with this step, without it; the step itself is the member of the result. */
    public FieldSet below(String step) {
        return children.getOrDefault(step, EMPTY);
    }

    /** True when the set holds a path of more than this one step. */
    public boolean reachesBelow(String step) {
        return !below(step).children.isEmpty();
    }

    @SuppressWarnings("ReferenceEquality") // A short cut only: equal sets that are two objects take the long way.
    public FieldSet union(FieldSet other) {
        if (isEmpty() || this == other) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        SortedMap<String, FieldSet> result = new TreeMap<>(children);
        other.children.forEach((step, child) -> result.merge(step, child, FieldSet::union));
        return of(member || other.member, result);
    }

    public FieldSet intersection(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return EMPTY;
        }
        SortedMap<String, FieldSet> result = new TreeMap<>();
        children.forEach((step, child) -> putUnlessEmpty(result, step, child.intersection(other.below(step))));
        return of(member && other.member, result);
    }

    /** The paths of this set that the other has not; a path of the other takes away no longer path. */
    public FieldSet difference(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        SortedMap<String, FieldSet> result = new TreeMap<>();
        children.forEach((step, child) -> putUnlessEmpty(result, step, child.difference(other.below(step))));
        return of(member && !other.member, result);
    }

    /** This set without everything that begins with this step. */
    public FieldSet without(String step) {
        if (!children.containsKey(step)) {
            return this;
        }
        SortedMap<String, FieldSet> result = new TreeMap<>(children);
        result.remove(step);
        return of(member, result);
    }

    /** This set with the paths of one step replaced. */
    public FieldSet with(String step, FieldSet child) {
        SortedMap<String, FieldSet> result = new TreeMap<>(children);
        result.remove(step);
        putUnlessEmpty(result, step, child);
        return of(member, result);
    }

    /** This set, not containing the path that leads to it. */
    public FieldSet withoutSelf() {
        return member ? of(false, children) : this;
    }

    /**
     * This set, in which every declared field that leads to a path is a path of its own: what must go when all that it holds goes.
     *
     * @param schema of the object that the paths lead into
     */
    public FieldSet withDeclaredParents(StructuralSchema schema) {
        SortedMap<String, FieldSet> result = new TreeMap<>();
        children.forEach((step, child) -> {
            StructuralSchema nested = Structure.childSchema(schema, step);
            FieldSet completed = child.withDeclaredParents(nested);
            boolean declared = step.startsWith("f:") && schema.properties().containsKey(step.substring(2));
            result.put(step, declared && !completed.member ? of(true, completed.children) : completed);
        });
        return of(member, result);
    }

    /**
     * All paths of the set, as messages show them, such as {@code .spec.containers[name="a"].image}. Paths that end at a level come before
     * those that lead further down.
     */
    public List<String> paths() {
        List<String> paths = new ArrayList<>();
        addPaths("", paths);
        return paths;
    }

    private void addPaths(String path, List<String> paths) {
        children.forEach((step, child) -> {
            if (child.member) {
                paths.add(path + Structure.display(step));
            }
        });
        children.forEach((step, child) -> child.addPaths(path + Structure.display(step), paths));
    }

    private static void putUnlessEmpty(Map<String, FieldSet> children, String step, FieldSet child) {
        if (!child.isEmpty()) {
            children.put(step, child);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldSet set && member == set.member && children.equals(set.children);
    }

    @Override
    public int hashCode() {
        return children.hashCode() * 2 + (member ? 1 : 0);
    }

    @Override
    public String toString() {
        return paths().toString();
    }

    /** Collects paths while an object is walked; not thread-safe. */
    static final class Builder {
        private boolean member;
        private final SortedMap<String, Builder> children = new TreeMap<>();

        /** The path that leads here becomes part of the set. */
        void add() {
            member = true;
        }

        Builder below(String step) {
            return children.computeIfAbsent(step, any -> new Builder());
        }

        FieldSet build() {
            SortedMap<String, FieldSet> built = new TreeMap<>();
            children.forEach((step, child) -> putUnlessEmpty(built, step, child.build()));
            return of(member, built);
        }
    }
}
