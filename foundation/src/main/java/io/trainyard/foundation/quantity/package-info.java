/**
 * Amounts of resources, as Kubernetes writes them. Pure. Start with {@link io.trainyard.foundation.quantity.ResourceQuantity}. Part of the
 * contract with plugins.
 */
@NullMarked
@Experimental
package io.trainyard.foundation.quantity;

import io.trainyard.foundation.stability.Experimental;
import org.jspecify.annotations.NullMarked;
