/** Kinds that are declared by custom resource definitions. Start with {@link io.trainyard.local.api.custom.CustomTypes}. */
@NullMarked
package io.trainyard.local.api.custom;

import org.jspecify.annotations.NullMarked;
