/**
 * Structural schemas, as custom resource definitions declare them, applied to plain trees of maps, lists and scalars: defaulting, pruning,
 * validation, and the list types that server-side apply needs. Start with {@link io.trainyard.foundation.schema.StructuralSchema}. Pure:
 * imports nothing but the JDK, {@code foundation.field} and {@code foundation.regex}. Not for plugins.
 */
@NullMarked
package io.trainyard.foundation.schema;

import org.jspecify.annotations.NullMarked;
