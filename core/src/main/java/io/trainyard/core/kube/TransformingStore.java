package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Keeps objects without managed fields and whatever else nobody reads, which is half of their size. */
final class TransformingStore<T extends HasMetadata> extends BasicItemStore<T> {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private final UnaryOperator<T> transform;
    private final Consumer<Throwable> onFailure;

    /**
     * @param onFailure told when the transform failed; the object is then kept as it is
     */
    TransformingStore(UnaryOperator<T> transform, Consumer<Throwable> onFailure) {
        super(Cache::metaNamespaceKeyFunc);
        this.transform = transform;
        this.onFailure = onFailure;
    }

    @Override
    public @Nullable T put(String key, T object) {
        strip(object);
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

    /** In place: the object is fresh, and those who are told of it shall see the same. */
    private static void strip(HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        metadata.setManagedFields(List.of());
        Map<String, String> annotations = metadata.getAnnotations();
        if (annotations != null) {
            annotations.remove(LAST_APPLIED);
        }
    }
}
