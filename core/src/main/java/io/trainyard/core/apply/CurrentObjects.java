package io.trainyard.core.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.ObjectReader;
import java.util.Optional;

/** What there is in the cluster, with an answer for who only asks whose an object is: caches may keep no more of it, and nothing secret has to travel. */
public interface CurrentObjects extends ObjectReader {
    /** Metadata of one object; the namespace is empty for cluster-scoped kinds. */
    default <T extends HasMetadata> Uni<Optional<ObjectMeta>> findMetadata(
            Class<T> type, String namespace, String name) {
        return find(type, namespace, name).map(found -> found.map(HasMetadata::getMetadata));
    }

    /** Told of the answer to each of our own writes: where only metadata is watched, it spares the next reader a request. */
    default void wrote(HasMetadata answer) {}

    /** Whether changes of objects of this kind are told; if not, whoever depends on one has to ask again. */
    default boolean isWatched(Class<? extends HasMetadata> type) {
        return false;
    }
}
