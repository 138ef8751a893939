package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plugins as the host would start and ask them. */
final class Plugins {
    private Plugins() {}

    static MpiPlugin started(Map<String, Object> configuration) {
        MpiPlugin plugin = new MpiPlugin();
        plugin.start(new Context(configuration));
        return plugin;
    }

    static Components build(MpiPlugin plugin, RuntimeInfo info) {
        return plugin.build(new ComponentBuilder.Request(MpiRuntimes.wave(), info))
                .await()
                .indefinitely();
    }

    static Validation validate(MpiPlugin plugin, RuntimeInfo info) {
        return plugin.validate(new CustomValidation.Request(MpiRuntimes.wave(), Optional.empty(), info))
                .await()
                .indefinitely();
    }

    private record Context(Map<String, Object> configuration) implements PluginContext {
        @Override
        public Clock clock() {
            return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        }

        @Override
        public ObjectReader objects() {
            return new NoObjects();
        }
    }

    /** The plugin decides from TrainJob and runtime alone. */
    private static final class NoObjects implements ObjectReader {
        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            throw new AssertionError("the MPI plugin reads no objects");
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            throw new AssertionError("the MPI plugin reads no objects");
        }
    }
}
