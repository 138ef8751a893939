package io.trainyard.core.plugin;

import java.time.Duration;

/** Told of every call of a plugin, for metrics. Called on the thread on which the call ended. */
@FunctionalInterface
public interface PluginCallListener {
    /**
     * A call ended.
     *
     * @param plugin name of the plugin
     * @param point what was called
     * @param duration until the result was there; for asynchronous calls this includes the waiting
     * @param failed true when the plugin failed; an invalid TrainJob is not a failure of the plugin
     */
    void called(String plugin, ExtensionPoint point, Duration duration, boolean failed);

    /** A plugin broke its contract; also told of what did not make a call fail. */
    default void contractViolated(String plugin, ContractViolation violation) {}
}
