/**
 * Strategic merge patches and JSON merge patches on plain trees of maps, lists and scalars, exactly as the Kubernetes API server applies them.
 * Start with {@link io.trainyard.foundation.patch.StrategicMerge}. Pure. Not for plugins.
 */
@NullMarked
package io.trainyard.foundation.patch;

import org.jspecify.annotations.NullMarked;
