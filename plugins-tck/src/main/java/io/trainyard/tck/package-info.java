/**
 * The test kit for plugins. Start with {@link io.trainyard.tck.PluginTck}; what is looked for stands in {@link io.trainyard.tck.Check}. No class of
 * the core appears in what an author uses.
 */
@NullMarked
package io.trainyard.tck;

import org.jspecify.annotations.NullMarked;
