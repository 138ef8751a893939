package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Keeps objects without managed fields and whatever else nobody reads, which is half of their size. */
final class TransformingStore<T extends HasMetadata> extends BasicItemStore<T> {
    private final UnaryOperator<T> transform;
    private final SharedParts parts;
    private final Consumer<Throwable> onFailure;

    /**
     * @param parts what objects have in common
     * @param onFailure told when the transform failed; the object is then kept as it is
     */
    TransformingStore(UnaryOperator<T> transform, SharedParts parts, Consumer<Throwable> onFailure) {
        super(Cache::metaNamespaceKeyFunc);
        this.transform = transform;
        this.parts = parts;
        this.onFailure = onFailure;
    }

    @Override
    public @Nullable T put(String key, T object) {
        KeptMetadata.reduce(object.getMetadata(), parts);
        return super.put(key, transformed(object));
    }

    private T transformed(T object) {
        try {
            return transform.apply(object);
        } catch (RuntimeException | Error broken) {
            // Without it the cache would be wrong, and nobody would know.
            onFailure.accept(broken);
            return object;
        }
    }
}
