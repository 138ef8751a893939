package io.trainyard.core.plugin;

/**
 * Who is being called.
 *
 * @param name name of the plugin
 * @param loader becomes the context class loader of the thread during a call
 */
record PluginIdentity(String name, ClassLoader loader) {}
