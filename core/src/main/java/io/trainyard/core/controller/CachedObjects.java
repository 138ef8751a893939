package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.watch.ResourceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What plugins read through: the cache of a kind that somebody watches, else a request. Caches are added before the controller starts. */
final class CachedObjects implements ObjectReader {
    private final KubeApi api;
    private final Map<Class<?>, ObjectCache<?>> caches = new HashMap<>();

    CachedObjects(KubeApi api) {
        this.api = api;
    }

    /** Only a cache of all objects of a kind can tell that one does not exist. */
    <T extends HasMetadata> void add(Class<T> type, ObjectCache<T> complete) {
        caches.put(type, complete);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
        ObjectCache<T> cache = (ObjectCache<T>) caches.get(type);
        return cache != null && cache.isSynced()
                ? Uni.createFrom().item(() -> cache.find(new ResourceKey(namespace, name)))
                : api.get(type, namespace, name);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
        ObjectCache<T> cache = (ObjectCache<T>) caches.get(type);
        return cache != null && cache.isSynced()
                ? Uni.createFrom()
                        .item(() -> List.copyOf(namespace.isEmpty() ? cache.all() : cache.inNamespace(namespace)))
                : api.list(type, namespace, Map.of());
    }
}
