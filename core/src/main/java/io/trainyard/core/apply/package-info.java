/**
 * Makes objects exist as they should, without a request that changes nothing. Start with {@link io.trainyard.core.apply.ObjectApplier}; decisions are the
 * pure classes around it.
 */
@NullMarked
package io.trainyard.core.apply;

import org.jspecify.annotations.NullMarked;
