package io.trainyard.core.plugin;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.ServedKind;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;

/**
 * What a plugin is given when it starts.
 *
 * @param clock the only source of time
 * @param configuration of this plugin; empty when there is none
 * @param objects reads objects of the cluster
 * @param kinds what is known of kinds that add-ons bring
 */
public record StartContext(
        Clock clock,
        Map<String, Object> configuration,
        ObjectReader objects,
        Function<Class<? extends HasMetadata>, ServedKind> kinds)
        implements PluginContext {
    public StartContext {
        configuration = Map.copyOf(configuration);
    }

    /** Without a cluster to ask: every kind is assumed to be there. */
    public StartContext(Clock clock, Map<String, Object> configuration, ObjectReader objects) {
        this(clock, configuration, objects, type -> ServedKind.assumed());
    }

    @Override
    public ServedKind kind(Class<? extends HasMetadata> type) {
        return kinds.apply(type);
    }
}
