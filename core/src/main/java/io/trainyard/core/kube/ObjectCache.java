package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.model.ResourceKey;
import java.util.Collection;
import java.util.Optional;

/**
 * The objects of one kind as the API server last told us. Reads never block and may be called from any thread; the answers may be a moment
 * behind. Objects are shared: never change one.
 *
 * @param <T> the kind
 */
public interface ObjectCache<T extends HasMetadata> {
    /** The object of that name. */
    Optional<T> find(ResourceKey key);

    /** All objects. A view at some moment. */
    Collection<T> all();

    /** The objects of one namespace. */
    Collection<T> inNamespace(String namespace);

    /** The objects that an index of that name files under this value; empty when none. */
    Collection<T> byIndex(String index, String value);

    /** True once the first list is complete; where namespaces are watched one by one, that of each. */
    boolean isSynced();

    /** True once everything of this namespace (empty: what is in none) has been listed; false for one that is not watched. */
    default boolean isSynced(String namespace) {
        return isSynced();
    }

    /**
     * Told of every change, on the thread that read it: compute a key and hop, nothing else. Add listeners before the cache starts.
     *
     * @param <T> the kind
     */
    interface Listener<T extends HasMetadata> {
        /** A new object; {@code initial} when it was in the first list. */
        void added(T object, boolean initial);

        void updated(T previous, T object);

        /** An object is gone; {@code object} is the last known state. */
        void deleted(T object);
    }
}
