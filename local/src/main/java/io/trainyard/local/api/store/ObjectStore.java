package io.trainyard.local.api.store;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * All objects. Every write takes the next revision, is logged, and is told to the listeners before the call returns. Not thread-safe: all calls
 * come from one event loop.
 */
public final class ObjectStore {
    private final Map<GroupResource, Shelf> shelves = new HashMap<>();
    private final Map<String, StoredObject> byUid = new HashMap<>();
    private final Map<String, Set<String>> dependents = new HashMap<>();
    private final List<Consumer<Change>> listeners = new ArrayList<>();
    // Clients take 0 for "any version", so the counter of an empty store already stands at 1.
    private long revision = 1;
    private long oldest;

    /** Objects of one kind. */
    private static final class Shelf {
        final NavigableMap<ObjectKey, StoredObject> objects = new TreeMap<>();
        final ChangeLog log = new ChangeLog();
    }

    /** The revision of the latest write. */
    public long revision() {
        return revision;
    }

    /** Told of every write, in order. */
    public void addListener(Consumer<Change> listener) {
        listeners.add(listener);
    }

    public Optional<StoredObject> get(GroupResource resource, ObjectKey key) {
        Shelf shelf = shelves.get(resource);
        return shelf == null ? Optional.empty() : Optional.ofNullable(shelf.objects.get(key));
    }

    /** The objects of a namespace (empty: of all), ordered by key; a copy. */
    public List<StoredObject> list(GroupResource resource, String namespace) {
        Shelf shelf = shelves.get(resource);
        if (shelf == null) {
            return List.of();
        }
        Collection<StoredObject> found = namespace.isEmpty()
                ? shelf.objects.values()
                : shelf.objects
                        .subMap(new ObjectKey(namespace, ""), new ObjectKey(namespace + "\0", ""))
                        .values();
        return new ArrayList<>(found);
    }

    /** The objects of all kinds; a copy. */
    public List<StoredObject> all() {
        List<StoredObject> found = new ArrayList<>();
        shelves.values().forEach(shelf -> found.addAll(shelf.objects.values()));
        return found;
    }

    /** The objects of all kinds in a namespace; a copy. */
    public List<StoredObject> inNamespace(String namespace) {
        List<StoredObject> found = new ArrayList<>();
        shelves.keySet().forEach(resource -> found.addAll(list(resource, namespace)));
        return found;
    }

    /** All objects that name this uid among their owners; a copy. */
    public List<StoredObject> dependentsOf(String uid) {
        List<StoredObject> found = new ArrayList<>();
        for (String dependent : dependents.getOrDefault(uid, Set.of())) {
            StoredObject object = byUid.get(dependent);
            if (object != null) {
                found.add(object);
            }
        }
        return found;
    }

    /** The object of any kind that has this uid. */
    public Optional<StoredObject> byUid(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /** What a watcher that has seen a revision has missed; empty when too much has happened since. */
    public Optional<List<Change>> changesSince(GroupResource resource, long seen) {
        return seen < oldest ? Optional.empty() : shelf(resource).log.since(seen);
    }

    /** Makes all revisions before now too old for {@link #changesSince}. */
    public void forgetChanges() {
        shelves.values().forEach(shelf -> shelf.log.forget());
    }

    /**
     * Adds an object or replaces it. The store takes the tree over, sets its resourceVersion and makes it immutable.
     *
     * @return the new state
     */
    public StoredObject put(GroupResource resource, ObjectKey key, Map<String, Object> tree) {
        return put(resource, key, stamp(resource, key, tree));
    }

    /**
     * Puts an object back as an earlier store has had it, with the version and all else that it had. The store takes the tree over.
     *
     * @param of the write that led to it
     */
    public void restore(GroupResource resource, ObjectKey key, Map<String, Object> tree, long of) {
        revision = Math.max(revision, of);
        put(resource, key, new StoredObject(resource, key, Tree.freeze(tree), of));
    }

    /**
     * Removes an object, if it is there, as an earlier store has done it.
     *
     * @param of the write that removed it
     */
    public void restoreRemoval(GroupResource resource, ObjectKey key, long of) {
        remove(resource, key);
        revision = Math.max(revision, of);
    }

    /** Begins anew after objects were restored: the next write takes the version after this one, and nobody can watch from an earlier one. */
    public void startAt(long first) {
        revision = first;
        oldest = first;
        forgetChanges();
    }

    private StoredObject put(GroupResource resource, ObjectKey key, StoredObject object) {
        StoredObject previous = shelf(resource).objects.put(key, object);
        if (previous != null) {
            forgetOwners(previous);
        }
        byUid.put(object.uid(), object);
        for (Map<String, Object> owner : Tree.objects(object.tree(), "metadata", "ownerReferences")) {
            dependents
                    .computeIfAbsent(Tree.text(owner, "uid"), uid -> new LinkedHashSet<>())
                    .add(object.uid());
        }
        record(new Change(previous == null ? Change.Type.ADDED : Change.Type.MODIFIED, object, previous));
        return object;
    }

    /**
     * Removes an object.
     *
     * @return its last state, under the revision of the removal; empty when there was no such object
     */
    public Optional<StoredObject> remove(GroupResource resource, ObjectKey key) {
        StoredObject previous = shelf(resource).objects.remove(key);
        if (previous == null) {
            return Optional.empty();
        }
        return Optional.of(removed(resource, key, previous, previous.tree()));
    }

    /**
     * Removes an object that a last write has released, so that watchers see one event and not two. The object must exist.
     *
     * @param lastTree its last state
     */
    public StoredObject release(GroupResource resource, ObjectKey key, Map<String, Object> lastTree) {
        StoredObject previous = shelf(resource).objects.remove(key);
        if (previous == null) {
            throw new IllegalStateException(resource + " " + key + " is not there");
        }
        return removed(resource, key, previous, lastTree);
    }

    private StoredObject removed(
            GroupResource resource, ObjectKey key, StoredObject previous, Map<String, Object> lastTree) {
        byUid.remove(previous.uid());
        forgetOwners(previous);
        StoredObject last = stamp(resource, key, Tree.copy(lastTree));
        record(new Change(Change.Type.DELETED, last, previous));
        return last;
    }

    private StoredObject stamp(GroupResource resource, ObjectKey key, Map<String, Object> tree) {
        revision++;
        Tree.put(tree, Long.toString(revision), "metadata", "resourceVersion");
        return new StoredObject(resource, key, Tree.freeze(tree), revision);
    }

    private void forgetOwners(StoredObject object) {
        for (Map<String, Object> owner : Tree.objects(object.tree(), "metadata", "ownerReferences")) {
            String uid = Tree.text(owner, "uid");
            Set<String> others = dependents.get(uid);
            if (others != null && others.remove(object.uid()) && others.isEmpty()) {
                dependents.remove(uid);
            }
        }
    }

    private void record(Change change) {
        shelf(change.object().resource()).log.add(change);
        for (Consumer<Change> listener : listeners) {
            listener.accept(change);
        }
    }

    private Shelf shelf(GroupResource resource) {
        return shelves.computeIfAbsent(resource, any -> new Shelf());
    }
}
