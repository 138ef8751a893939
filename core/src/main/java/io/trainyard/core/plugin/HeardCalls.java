package io.trainyard.core.plugin;

import java.time.Duration;

/** Tells a listener of calls, but not while they are only made for practice. */
final class HeardCalls implements PluginCallListener {
    private final PluginCallListener listener;
    private volatile boolean told = true;

    HeardCalls(PluginCallListener listener) {
        this.listener = listener;
    }

    void tell(boolean now) {
        told = now;
    }

    @Override
    public void called(String plugin, ExtensionPoint point, Duration duration, boolean failed) {
        if (told) {
            listener.called(plugin, point, duration, failed);
        }
    }

    @Override
    public void contractViolated(String plugin, ContractViolation violation) {
        if (told) {
            listener.contractViolated(plugin, violation);
        }
    }
}
