package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.CurrentObjects;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * What plugins read through: the cache of a kind that somebody watches, else a request. A cache of some of the objects of a kind spares the request
 * where it has the object. Caches are added before the controller starts; then any thread may ask.
 */
final class CachedObjects implements CurrentObjects {
    private final KubeApi api;
    private volatile Reviews reviews;
    private final Map<Class<?>, ObjectCache<?>> caches = new HashMap<>();
    private final Map<Class<?>, List<ObjectCache<?>>> partial = new HashMap<>();
    private final Map<Class<?>, List<ObjectCache<?>>> outlines = new HashMap<>();
    private final OutlinedObjects outlined;

    CachedObjects(KubeApi api, TimeSource time) {
        this.api = api;
        this.reviews = new Reviews(() -> false, api);
        this.outlined = new OutlinedObjects(time);
    }

    /** Who asks on the event loop of reviews, and must not wait for another one. */
    private record Reviews(BooleanSupplier here, KubeApi api) {}

    /** Callers on the event loop of reviews are answered there, from now on. */
    void answerReviews(BooleanSupplier here, KubeApi requests) {
        reviews = new Reviews(here, requests);
    }

    private KubeApi requests() {
        Reviews present = reviews;
        return present.here().getAsBoolean() ? present.api() : api;
    }

    /** Only a cache of all objects of a kind can tell that one does not exist. */
    <T extends HasMetadata> void add(Class<T> type, ObjectCache<T> complete) {
        caches.put(type, complete);
    }

    /** A cache of some objects of a kind, whole. */
    <T extends HasMetadata> void addPartial(Class<T> type, ObjectCache<T> some) {
        partial.computeIfAbsent(type, unknown -> new ArrayList<>()).add(some);
    }

    /** A cache of objects of a kind that holds their metadata only. */
    <T extends HasMetadata> void addOutline(Class<T> type, ObjectCache<T> some) {
        outlines.computeIfAbsent(type, unknown -> new ArrayList<>()).add(some);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
        ObjectCache<T> cache = (ObjectCache<T>) caches.get(type);
        ResourceKey key = new ResourceKey(namespace, name);
        if (cache != null && cache.isSynced(namespace)) {
            return Uni.createFrom().item(() -> cache.find(key));
        }
        Optional<T> found = ((Optional<T>) findAmong(partial, type, key)).or(() -> findAmong(outlines, type, key)
                .flatMap(outline -> outlined.find(type, key, outline.getMetadata())));
        return found.isPresent() ? Uni.createFrom().item(found) : read(type, key);
    }

    private <T extends HasMetadata> Uni<Optional<T>> read(Class<T> type, ResourceKey key) {
        return requests().get(type, key.namespace(), key.name()).invoke(found -> found.ifPresent(this::wrote));
    }

    @Override
    public void wrote(HasMetadata answer) {
        if (outlines.containsKey(answer.getClass())) {
            outlined.remember(answer);
        }
    }

    @Override
    public <T extends HasMetadata> Uni<Optional<ObjectMeta>> findMetadata(
            Class<T> type, String namespace, String name) {
        if (isComplete(type, namespace)) {
            return CurrentObjects.super.findMetadata(type, namespace, name);
        }
        ResourceKey key = new ResourceKey(namespace, name);
        Optional<ObjectMeta> found = Stream.of(partial, outlines)
                .map(some -> findAmong(some, type, key).map(HasMetadata::getMetadata))
                .flatMap(Optional::stream)
                .findFirst();
        return found.isPresent() ? Uni.createFrom().item(found) : requests().getMetadata(type, namespace, name);
    }

    @Override
    public boolean isWatched(Class<? extends HasMetadata> type) {
        return caches.containsKey(type) || partial.containsKey(type) || outlines.containsKey(type);
    }

    private boolean isComplete(Class<?> type, String namespace) {
        ObjectCache<?> cache = caches.get(type);
        return cache != null && cache.isSynced(namespace);
    }

    private static Optional<? extends HasMetadata> findAmong(
            Map<Class<?>, List<ObjectCache<?>>> caches, Class<?> type, ResourceKey key) {
        return caches.getOrDefault(type, List.of()).stream()
                .map(cache -> cache.find(key))
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
        ObjectCache<T> cache = (ObjectCache<T>) caches.get(type);
        return cache != null && (namespace.isEmpty() ? cache.isSynced() : cache.isSynced(namespace))
                ? Uni.createFrom()
                        .item(() -> List.copyOf(namespace.isEmpty() ? cache.all() : cache.inNamespace(namespace)))
                : requests().list(type, namespace, Map.of());
    }
}
