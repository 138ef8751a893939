package io.trainyard.core.plugin;

/**
 * Who is being called.
 *
 * @param name name of the plugin
 * @param code its own code, whose loader becomes the context class loader of the thread during a call
 * @param record how its calls have gone
 * @param workers threads of its own, used when it is slow
 */
record PluginIdentity(String name, PluginCode code, CallStatistics record, PluginWorkers workers) {
    PluginIdentity(String name, PluginCode code) {
        this(name, code, new CallStatistics(), new PluginWorkers(name, code.loader()));
    }

    ClassLoader loader() {
        return code.loader();
    }

    /** True for plugins that come from a jar: nothing that they hold on to may be shared with the host. */
    boolean isForeign() {
        return loader() != PluginIdentity.class.getClassLoader();
    }
}
