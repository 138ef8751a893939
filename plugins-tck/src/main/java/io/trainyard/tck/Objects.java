package io.trainyard.tck;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.ObjectReader;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cluster for plugins to read.
 *
 * @param existing its objects
 * @param failure what every read fails with; null when they succeed
 */
record Objects(List<HasMetadata> existing, @Nullable RuntimeException failure) implements ObjectReader {
    static final Objects NONE = new Objects(List.of(), null);

    @Override
    public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
        return failure != null
                ? Uni.createFrom().failure(failure)
                : Uni.createFrom().item(() -> existing.stream()
                        .filter(type::isInstance)
                        .map(type::cast)
                        .filter(object -> name.equals(object.getMetadata().getName()))
                        .findFirst());
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
        return failure != null
                ? Uni.createFrom().failure(failure)
                : Uni.createFrom().item(() -> existing.stream()
                        .filter(type::isInstance)
                        .map(type::cast)
                        .toList());
    }
}
