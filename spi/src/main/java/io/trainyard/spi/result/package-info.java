/**
 * What a plugin answers: values, never side effects. Start with {@link io.trainyard.foundation.field.Validation}.
 */
@NullMarked
@Stable
package io.trainyard.spi.result;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
