package io.trainyard.spi;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/**
 * Reads objects of the cluster. Kinds that some plugin watches are answered from the cache, which may be a moment behind; others cost a
 * request. Objects are shared: never change one.
 *
 * <p>Any thread may ask. An answer from the cache comes on the thread that subscribes, another one on an event loop of the host, which must not be blocked.
 * No argument may be null, and no answer is.
 *
 * <p>A {@code Uni} fails when the API server could not be asked; an object that does not exist is an empty answer, not a failure.
 */
public interface ObjectReader {
    /**
     * One object.
     *
     * @param namespace the namespace; empty for cluster-scoped kinds
     */
    <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name);

    /**
     * All objects of a kind in a namespace.
     *
     * @param namespace the namespace; empty for cluster-scoped kinds
     */
    <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace);
}
