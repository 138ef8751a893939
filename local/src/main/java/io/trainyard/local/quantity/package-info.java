/** Amounts of resources, as Kubernetes writes them. Pure. Start with {@link io.trainyard.local.quantity.Quantity}. */
@NullMarked
package io.trainyard.local.quantity;

import org.jspecify.annotations.NullMarked;
