package io.trainyard.core.plugin;

/**
 * Who is being called.
 *
 * @param name name of the plugin
 * @param loader becomes the context class loader of the thread during a call
 * @param record how its calls have gone
 * @param workers threads of its own, used when it is slow
 */
record PluginIdentity(String name, ClassLoader loader, CallStatistics record, PluginWorkers workers) {
    PluginIdentity(String name, ClassLoader loader) {
        this(name, loader, new CallStatistics(), new PluginWorkers(name, loader));
    }

    /** True for plugins that come from a jar: nothing that they hold on to may be shared with the host. */
    boolean isForeign() {
        return loader != PluginIdentity.class.getClassLoader();
    }
}
