package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.watch.WatchSpec;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What to keep in memory of a kind.
 *
 * @param type the kind
 * @param namespace only this one; empty for all
 * @param name only the object of this name; empty for all
 * @param labels labels that objects must carry, with {@link WatchSpec#ANY_VALUE} where the value does not matter; empty for all objects
 * @param transform drops what nobody reads of an object that nobody else has seen; best in place, since listeners see the object that it was
 *     given. Managed fields and kubectl's copy of the last applied object are dropped anyway
 * @param indexes for each index the values under which it files an object: pure and fast
 * @param pageSize objects in one page of the first list; 0 for all at once, out of the API server's cache
 * @param optional whether the work goes on without it, because an add-on brings the kind
 * @param outlined whether the API server is asked for nothing but metadata; one that cannot leave out the rest sends all, so the transform has to
 * @param <T> the kind
 */
public record CacheRequest<T extends HasMetadata>(
        Class<T> type,
        String namespace,
        String name,
        Map<String, String> labels,
        UnaryOperator<T> transform,
        Map<String, Function<T, Collection<String>>> indexes,
        int pageSize,
        boolean optional,
        boolean outlined) {
    public CacheRequest {
        labels = Map.copyOf(labels);
        indexes = Map.copyOf(indexes);
    }

    /** All objects of a kind, whole. */
    public static <T extends HasMetadata> CacheRequest<T> of(Class<T> type) {
        return new CacheRequest<>(type, "", "", Map.of(), UnaryOperator.identity(), Map.of(), 0, false, false);
    }

    public CacheRequest<T> inNamespace(String only) {
        return new CacheRequest<>(type, only, name, labels, transform, indexes, pageSize, optional, outlined);
    }

    /** One object only; a right to watch just that one is enough. */
    public CacheRequest<T> named(String only) {
        return new CacheRequest<>(type, namespace, only, labels, transform, indexes, pageSize, optional, outlined);
    }

    public CacheRequest<T> withLabels(Map<String, String> required) {
        return new CacheRequest<>(type, namespace, name, required, transform, indexes, pageSize, optional, outlined);
    }

    public CacheRequest<T> transformedBy(UnaryOperator<T> newTransform) {
        return new CacheRequest<>(type, namespace, name, labels, newTransform, indexes, pageSize, optional, outlined);
    }

    /** One more index. */
    public CacheRequest<T> indexedBy(String index, Function<T, Collection<String>> values) {
        Map<String, Function<T, Collection<String>>> more = new HashMap<>(indexes);
        more.put(index, values);
        return new CacheRequest<>(type, namespace, name, labels, transform, more, pageSize, optional, outlined);
    }

    public CacheRequest<T> inPagesOf(int objects) {
        return new CacheRequest<>(type, namespace, name, labels, transform, indexes, objects, optional, outlined);
    }

    /** Nobody waits for it, and that it is missing is no fault. */
    public CacheRequest<T> whenServed() {
        return new CacheRequest<>(type, namespace, name, labels, transform, indexes, pageSize, true, outlined);
    }

    /** Without what objects are about. */
    public CacheRequest<T> metadataOnly() {
        return new CacheRequest<>(type, namespace, name, labels, transform, indexes, pageSize, optional, true);
    }
}
