package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plugins as the host would start them. */
final class Plugins {
    private Plugins() {}

    static TorchPlugin started() {
        return started(Map.of());
    }

    /** In a cluster in which these objects exist, whatever their namespace. */
    static TorchPlugin started(Map<String, Object> configuration, HasMetadata... existing) {
        TorchPlugin plugin = new TorchPlugin();
        plugin.start(new Context(configuration, List.of(existing)));
        return plugin;
    }

    static Validation validate(TrainJob job, RuntimeInfo info) {
        return validate(started(), job, info);
    }

    static Validation validate(TorchPlugin plugin, TrainJob job, RuntimeInfo info) {
        return plugin.validate(new CustomValidation.Request(job, Optional.empty(), info))
                .await()
                .indefinitely();
    }

    private record Context(Map<String, Object> configuration, List<HasMetadata> existing) implements PluginContext {
        @Override
        public Clock clock() {
            return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        }

        @Override
        public ObjectReader objects() {
            return new Objects(existing);
        }
    }

    private record Objects(List<HasMetadata> existing) implements ObjectReader {
        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return Uni.createFrom()
                    .item(existing.stream()
                            .filter(type::isInstance)
                            .map(type::cast)
                            .filter(object -> object.getMetadata().getName().equals(name))
                            .findFirst());
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            throw new AssertionError("the torch plugin lists no objects");
        }
    }
}
