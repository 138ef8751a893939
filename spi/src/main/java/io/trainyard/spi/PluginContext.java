package io.trainyard.spi;

import io.fabric8.kubernetes.api.model.HasMetadata;
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

    /**
     * What is known of a kind that an add-on brings. Ask while starting and keep the answer, which stays up to date; a kind that is asked for
     * later is unknown at first. Without a cluster, as in {@code trainyard render}, everything is assumed to be there.
     */
    default ServedKind kind(Class<? extends HasMetadata> type) {
        return ServedKind.assumed();
    }
}
