/**
 * Structural schemas, as custom resource definitions declare them, applied to plain trees of maps, lists and scalars: defaulting, pruning,
 * validation, and the list types that server-side apply needs. Start with {@link io.trainyard.spi.schema.StructuralSchema}. Pure: imports
 * nothing but the JDK and {@code spi.result}.
 */
@NullMarked
@Experimental
package io.trainyard.spi.schema;

import io.trainyard.spi.stability.Experimental;
import org.jspecify.annotations.NullMarked;
