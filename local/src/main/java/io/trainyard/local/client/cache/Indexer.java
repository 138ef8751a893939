package io.trainyard.local.client.cache;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind, as watches and our own writes tell of them; whatever is newer wins. So a read after a write sees that write, and
 * nothing is made twice because a watch is late. Objects are shared: never change them.
 */
public final class Indexer implements ReflectorStore {
    private static final int MAX_TOMBSTONES = 20_000;

    private final Map<ObjectName, Map<String, Object>> objects = new LinkedHashMap<>();
    private final Map<String, Map<ObjectName, Map<String, Object>>> byOwner = new LinkedHashMap<>();
    private final Map<String, Boolean> tombstones = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_TOMBSTONES;
        }
    };
    private final List<ResourceEventHandler> handlers = new ArrayList<>();

    /** A handler is told of changes from now on, in the order in which handlers were added. */
    public void addHandler(ResourceEventHandler handler) {
        handlers.add(handler);
    }

    /** The object of this name. */
    public Optional<Map<String, Object>> get(ObjectName name) {
        return Optional.ofNullable(objects.get(name));
    }

    /** All objects, in the order in which they became known; a view. */
    public Collection<Map<String, Object>> all() {
        return Collections.unmodifiableCollection(objects.values());
    }

    /** The objects of a namespace. */
    public List<Map<String, Object>> inNamespace(String namespace) {
        return objects.entrySet().stream()
                .filter(entry -> entry.getKey().namespace().equals(namespace))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The objects whose controlling owner has this uid, in the order in which they became known. */
    public List<Map<String, Object>> controlledBy(String uid) {
        return List.copyOf(byOwner.getOrDefault(uid, Map.of()).values());
    }

    /** Takes an object over, unless it is known in this or a newer version, or known to be gone. */
    @Override
    public void put(Map<String, Object> object) {
        ObjectName name = ObjectName.of(object);
        Map<String, Object> present = objects.get(name);
        if (tombstones.containsKey(uid(object)) || (present != null && version(present) >= version(object))) {
            return;
        }
        if (present != null && !uid(present).equals(uid(object))) {
            remove(present);
            present = null;
        }
        objects.put(name, object);
        String owner = ownerUid(object);
        if (present != null && !ownerUid(present).equals(owner)) {
            forgetOwner(present);
        }
        if (!owner.isEmpty()) {
            byOwner.computeIfAbsent(owner, uid -> new LinkedHashMap<>()).put(name, object);
        }
        tell(present, object);
    }

    @Override
    public void delete(Map<String, Object> object) {
        tombstones.put(uid(object), true);
        Map<String, Object> present = objects.get(ObjectName.of(object));
        if (present != null && uid(present).equals(uid(object))) {
            remove(present, object);
        }
    }

    /** Forgets an object for good. */
    public void delete(ObjectName name, String uid) {
        tombstones.put(uid, true);
        Map<String, Object> present = objects.get(name);
        if (present != null && uid(present).equals(uid)) {
            remove(present);
        }
    }

    private void remove(Map<String, Object> object) {
        remove(object, object);
    }

    /** Handlers learn the last state, which may be newer than the one that was known. */
    private void remove(Map<String, Object> object, Map<String, Object> lastState) {
        objects.remove(ObjectName.of(object));
        forgetOwner(object);
        tombstones.put(uid(object), true);
        tell(lastState, null);
    }

    private void forgetOwner(Map<String, Object> object) {
        Map<ObjectName, Map<String, Object>> siblings = byOwner.get(ownerUid(object));
        if (siblings != null) {
            siblings.remove(ObjectName.of(object));
            if (siblings.isEmpty()) {
                byOwner.remove(ownerUid(object));
            }
        }
    }

    /** Takes over all objects of a list: what is not in it and older than it is gone. */
    @Override
    public void replace(List<Map<String, Object>> items, String resourceVersion) {
        long listVersion = resourceVersion.isEmpty() ? Long.MAX_VALUE : number(resourceVersion);
        Map<String, Boolean> listed = new LinkedHashMap<>();
        items.forEach(item -> listed.put(uid(item), true));
        for (Map<String, Object> object : List.copyOf(objects.values())) {
            if (!listed.containsKey(uid(object)) && version(object) <= listVersion) {
                remove(object);
            }
        }
        items.forEach(this::put);
    }

    private void tell(@Nullable Map<String, Object> before, @Nullable Map<String, Object> after) {
        for (ResourceEventHandler handler : handlers) {
            handler.changed(before, after);
        }
    }

    /** Empty when an object has none, because no server has seen it. */
    public static String uid(Map<String, Object> object) {
        return Tree.text(object, "metadata", "uid");
    }

    /** The owner reference with {@code controller: true}. */
    public static Optional<Map<String, Object>> controller(Map<String, Object> object) {
        return Tree.objects(object, "metadata", "ownerReferences").stream()
                .filter(reference -> Tree.flag(reference, "controller"))
                .findFirst();
    }

    private static String ownerUid(Map<String, Object> object) {
        return controller(object).map(reference -> Tree.text(reference, "uid")).orElse("");
    }

    /** Versions of one API server grow; comparing them is what tells an old event from a new one. */
    private static long version(Map<String, Object> object) {
        return number(Tree.text(object, "metadata", "resourceVersion"));
    }

    private static long number(String version) {
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException e) {
            throw new IllegalStateException("the API server gave a resourceVersion that is no number: " + version, e);
        }
    }
}
