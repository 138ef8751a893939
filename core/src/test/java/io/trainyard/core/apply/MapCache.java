package io.trainyard.core.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.spi.model.ResourceKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cache that holds what a test puts into it. */
public final class MapCache<T extends HasMetadata> implements ObjectCache<T> {
    private final Map<ResourceKey, T> objects = new LinkedHashMap<>();

    public void put(T object) {
        objects.put(key(object), object);
    }

    void remove(T object) {
        objects.remove(key(object));
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
        throw new UnsupportedOperationException("no index");
    }

    @Override
    public boolean isSynced() {
        return true;
    }

    private static ResourceKey key(HasMetadata object) {
        return new ResourceKey(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }
}
