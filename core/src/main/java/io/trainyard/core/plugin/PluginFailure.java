package io.trainyard.core.plugin;

/** A plugin did not do what its contract says. The message names plugin, extension point and cause. */
public final class PluginFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String plugin;
    private final ExtensionPoint point;

    PluginFailure(String plugin, ExtensionPoint point, String problem) {
        super(text(plugin, point, problem));
        this.plugin = plugin;
        this.point = point;
    }

    PluginFailure(String plugin, ExtensionPoint point, String problem, Throwable cause) {
        super(text(plugin, point, problem), cause);
        this.plugin = plugin;
        this.point = point;
    }

    private static String text(String plugin, ExtensionPoint point, String problem) {
        return "plugin " + plugin + " failed in " + point + ": " + problem;
    }

    /** Name of the plugin. */
    public String plugin() {
        return plugin;
    }

    /** What was called. */
    public ExtensionPoint point() {
        return point;
    }
}
