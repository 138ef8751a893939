package io.trainyard.core.admission;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.ObjectReader;
import java.util.List;
import java.util.Optional;

/** An empty cluster. */
final class NoObjects implements ObjectReader {
    @Override
    public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
        return Uni.createFrom().item(List.of());
    }
}
