package io.trainyard.core.controller;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import io.trainyard.core.apply.ResourceVersions;
import io.trainyard.core.kube.WeightedCache;
import io.trainyard.spi.model.ResourceKey;
import java.util.Objects;
import java.util.Optional;

/**
 * The last objects that were read or written of kinds of which only metadata is watched, as long as the watch tells of nothing newer. Bounded, so that
 * nobody fills the memory by what they store in the cluster; Secrets are never among them. For any thread.
 */
final class OutlinedObjects {
    private static final int MAX_BYTES = 8 * 1024 * 1024;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private record Name(Class<?> type, ResourceKey key) {}

    private record Whole(HasMetadata object, int bytes) {}

    private final WeightedCache<Name, Whole> objects = new WeightedCache<>(MAX_BYTES, (name, whole) -> whole.bytes());

    /** The whole object, if it is known in the state that the watch told of last, or in a newer one. */
    <T extends HasMetadata> Optional<T> find(Class<T> type, ResourceKey key, ObjectMeta watched) {
        return objects.find(new Name(type, key))
                .map(Whole::object)
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
            objects.remember(
                    new Name(object.getClass(), new ResourceKey(metadata.getNamespace(), metadata.getName())),
                    new Whole(object, size(object)));
        }
    }

    private static int size(HasMetadata object) {
        try {
            return MAPPER.writeValueAsBytes(object).length;
        } catch (JsonProcessingException unreadable) {
            throw new IllegalStateException("an answer of the API server cannot be written", unreadable);
        }
    }
}
