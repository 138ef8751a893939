/**
 * Finds plugins in their folder, gives each a class loader of its own, checks them, and guards every call. Start with
 * {@link io.trainyard.core.plugin.PluginHost}; whoever calls plugins needs only {@link io.trainyard.core.plugin.Plugins}. No Vert.x and no
 * Kubernetes client here.
 */
@NullMarked
package io.trainyard.core.plugin;

import org.jspecify.annotations.NullMarked;
