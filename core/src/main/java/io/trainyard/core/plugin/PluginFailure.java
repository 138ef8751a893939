package io.trainyard.core.plugin;

import org.jspecify.annotations.Nullable;

/** A plugin did not do what its contract says. The message names plugin, extension point and cause. */
public final class PluginFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ContractViolation violation;

    PluginFailure(PluginIdentity plugin, ExtensionPoint point, ContractViolation violation, String problem) {
        this(plugin, point, violation, problem, null);
    }

    PluginFailure(
            PluginIdentity plugin,
            ExtensionPoint point,
            ContractViolation violation,
            String problem,
            @Nullable Throwable cause) {
        super(text(plugin, point, problem), cause);
        this.violation = violation;
    }

    private static String text(PluginIdentity plugin, ExtensionPoint point, String problem) {
        String text = "plugin " + plugin.name() + " failed in " + point + ": " + problem;
        return plugin.record().keepsFailing(point)
                ? text + " (it keeps failing: tell whoever operates Trainyard)"
                : text;
    }

    /** What it did. */
    public ContractViolation violation() {
        return violation;
    }
}
