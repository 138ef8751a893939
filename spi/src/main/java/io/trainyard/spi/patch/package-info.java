/**
 * Strategic merge patches on plain trees of maps, lists and scalars, exactly as the Kubernetes API server applies them. Start with {@link
 * io.trainyard.spi.patch.StrategicMerge}. Pure: imports nothing but the JDK and {@code spi.schema}.
 */
@NullMarked
@Experimental
package io.trainyard.spi.patch;

import io.trainyard.spi.stability.Experimental;
import org.jspecify.annotations.NullMarked;
