/** Amounts of resources, as Kubernetes writes them. Pure. Start with {@link io.trainyard.foundation.quantity.Quantity}. Not for plugins. */
@NullMarked
package io.trainyard.foundation.quantity;

import org.jspecify.annotations.NullMarked;
