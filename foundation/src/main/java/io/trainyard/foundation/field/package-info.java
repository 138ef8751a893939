/**
 * What is wrong with a field, and how its path is written. Start with {@link io.trainyard.foundation.field.FieldError}. Part of the contract
 * with plugins.
 */
@NullMarked
@Stable
package io.trainyard.foundation.field;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
