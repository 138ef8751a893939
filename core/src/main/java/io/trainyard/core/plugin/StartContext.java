package io.trainyard.core.plugin;

import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.PluginContext;
import java.time.Clock;
import java.util.Map;

/**
 * What a plugin is given when it starts.
 *
 * @param clock the only source of time
 * @param configuration of this plugin; empty when there is none
 * @param objects reads objects of the cluster
 */
public record StartContext(Clock clock, Map<String, Object> configuration, ObjectReader objects)
        implements PluginContext {
    public StartContext {
        configuration = Map.copyOf(configuration);
    }
}
