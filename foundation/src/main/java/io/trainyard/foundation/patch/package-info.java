/**
 * Strategic merge patches on plain trees of maps, lists and scalars, exactly as the Kubernetes API server applies them. Start with {@link
 * io.trainyard.foundation.patch.StrategicMerge}. Pure: imports nothing but the JDK and {@code foundation.schema}. Not for plugins.
 */
@NullMarked
package io.trainyard.foundation.patch;

import org.jspecify.annotations.NullMarked;
