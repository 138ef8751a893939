package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.spi.model.ResourceKey;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cache of one object, or of none, that nobody watches. For one thread. */
final class SampleCache<T extends HasMetadata> implements ObjectCache<T> {
    private @Nullable T sample;

    void put(@Nullable T object) {
        sample = object;
    }

    @Override
    public Optional<T> find(ResourceKey key) {
        return Optional.ofNullable(sample)
                .filter(object -> object.getMetadata().getName().equals(key.name())
                        && Objects.requireNonNullElse(object.getMetadata().getNamespace(), "")
                                .equals(key.namespace()));
    }

    @Override
    public Collection<T> all() {
        @Nullable T object = sample;
        return object == null ? List.of() : List.of(object);
    }

    @Override
    public Collection<T> inNamespace(String namespace) {
        return all();
    }

    @Override
    public Collection<T> byIndex(String index, String value) {
        return List.of();
    }

    @Override
    public boolean isSynced() {
        return true;
    }
}
