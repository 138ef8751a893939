package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import io.trainyard.core.apply.ResourceVersions;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The last objects that were read or written of kinds of which only metadata is watched, as long as the watch tells of nothing newer. Bounded, so that
 * nobody fills the memory by what they store in the cluster; Secrets are never among them. For any thread.
 */
final class OutlinedObjects {
    private static final Duration KNOWN = Duration.ofHours(1);

    private record Name(Class<?> type, ResourceKey key) {}

    private final BoundedCache<Name, HasMetadata> objects;

    OutlinedObjects(TimeSource time) {
        objects = new BoundedCache<>(CacheOwner.OUTLINED_OBJECTS, time, (name, object) -> Weight.ofObjects(object));
    }

    /** The whole object, if it is known in the state that the watch told of last, or in a newer one. */
    <T extends HasMetadata> Optional<T> find(Class<T> type, ResourceKey key, ObjectMeta watched) {
        return objects.get(new Name(type, key))
                .filter(object -> isCurrent(object.getMetadata(), watched))
                .map(type::cast);
    }

    private static boolean isCurrent(ObjectMeta known, ObjectMeta watched) {
        return Objects.equals(known.getUid(), watched.getUid())
                && ResourceVersions.isAtLeast(known.getResourceVersion(), watched.getResourceVersion());
    }

    /** Remembers an object as the API server answered it. */
    void remember(HasMetadata object) {
        if (!(object instanceof Secret)) {
            ObjectMeta metadata = object.getMetadata();
            objects.put(
                    new Name(object.getClass(), new ResourceKey(metadata.getNamespace(), metadata.getName())),
                    object,
                    KNOWN);
        }
    }
}
