package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.model.ResourceKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A cache that is as far behind as a test wants: changes wait until they are delivered, one by one, or are missed and found by a new list.
 *
 * @param <T> the kind
 */
public final class LaggingCache<T extends HasMetadata> implements ObjectCache<T>, StoredObjects.Watcher {
    private record Change<T>(T object, boolean gone) {}

    private final Class<T> type;
    private final Map<String, String> labels;
    private final Map<ResourceKey, T> objects = new LinkedHashMap<>();
    private final Deque<Change<T>> pending = new ArrayDeque<>();
    private final List<Listener<T>> listeners = new ArrayList<>();
    private final Map<String, Function<T, List<String>>> indexes = new HashMap<>();
    private Function<T, T> transform = object -> object;

    LaggingCache(Class<T> type, Map<String, String> labels) {
        this.type = type;
        this.labels = labels;
    }

    /** Keeps of each object only what this leaves. */
    public void reduceWith(Function<T, T> reduction) {
        this.transform = reduction;
    }

    public void addIndex(String name, Function<T, List<String>> values) {
        indexes.put(name, values);
    }

    public void addListener(Listener<T> listener) {
        listeners.add(listener);
    }

    @Override
    public void changed(String kind, Map<String, Object> object, boolean gone) {
        if (kind.equals(HasMetadata.getKind(type))) {
            T typed = StoredObjects.typed(object, type);
            pending.add(new Change<>(typed, gone || !hasLabels(typed, labels)));
        }
    }

    /** How many changes wait. */
    public int waiting() {
        return pending.size();
    }

    /** Takes in the next change; false when there is none. */
    public boolean deliverOne(boolean initial) {
        Change<T> change = pending.poll();
        if (change == null) {
            return false;
        }
        take(change, initial);
        return true;
    }

    /** Takes in all changes that wait. */
    public void deliver() {
        boolean more = true;
        while (more) {
            more = deliverOne(false);
        }
    }

    /** The first list: what exists now. */
    public void start() {
        skipToLatest();
        boolean more = true;
        while (more) {
            more = deliverOne(true);
        }
    }

    /** The watch was lost: of several changes of an object only the last is seen. An object that was made anew is first seen to be gone. */
    public void relist() {
        skipToLatest();
        deliver();
    }

    private void skipToLatest() {
        Map<ResourceKey, Change<T>> latest = new LinkedHashMap<>();
        pending.forEach(change -> latest.put(key(change.object()), change));
        pending.clear();
        pending.addAll(latest.values());
    }

    private void take(Change<T> change, boolean initial) {
        ResourceKey key = key(change.object());
        T previous = objects.get(key);
        T object = transform.apply(change.object());
        boolean another = previous != null
                && !previous.getMetadata().getUid().equals(object.getMetadata().getUid());
        if (previous != null && (change.gone() || another)) {
            objects.remove(key);
            T last = another ? previous : object;
            listeners.forEach(listener -> listener.deleted(last));
        }
        if (!change.gone()) {
            objects.put(key, object);
            if (previous == null || another) {
                listeners.forEach(listener -> listener.added(object, initial));
            } else {
                listeners.forEach(listener -> listener.updated(previous, object));
            }
        }
    }

    @Override
    public Optional<T> find(ResourceKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    @Override
    public Collection<T> all() {
        return List.copyOf(objects.values());
    }

    @Override
    public Collection<T> inNamespace(String namespace) {
        return objects.values().stream()
                .filter(object -> namespace.equals(object.getMetadata().getNamespace()))
                .toList();
    }

    @Override
    public Collection<T> byIndex(String index, String value) {
        return objects.values().stream()
                .filter(object -> indexes.get(index).apply(object).contains(value))
                .toList();
    }

    @Override
    public boolean isSynced() {
        return true;
    }

    static boolean hasLabels(HasMetadata object, Map<String, String> labels) {
        Map<String, String> present = object.getMetadata().getLabels();
        return labels.isEmpty() || (present != null && present.entrySet().containsAll(Set.copyOf(labels.entrySet())));
    }

    private static ResourceKey key(HasMetadata object) {
        return new ResourceKey(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }
}
