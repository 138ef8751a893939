package io.trainyard.spi;

import java.time.Clock;
import java.util.Map;

/** What the host gives a plugin when it starts. Deliberately small: no Kubernetes client, no threads. */
public interface PluginContext {
    /** The only source of time; tests own it. */
    Clock clock();

    /** Configuration of this plugin as a JSON tree, from the configuration file; empty when none was given. Immutable. */
    Map<String, Object> configuration();

    /** Reads objects of the cluster without blocking. May be kept. */
    ObjectReader objects();
}
