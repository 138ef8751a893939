/**
 * Strategic merge patches on plain trees of maps, lists and scalars, exactly as the Kubernetes API server applies them. Start with {@link
 * io.trainyard.spi.patch.StrategicMerge}. Pure: imports nothing but the JDK and {@code spi.schema}.
 */
@NullMarked
package io.trainyard.spi.patch;

import org.jspecify.annotations.NullMarked;
