/**
 * What a plugin answers: values, never side effects. Start with {@link io.trainyard.spi.result.Validation}.
 */
@NullMarked
@Stable
package io.trainyard.spi.result;

import io.trainyard.spi.stability.Stable;
import org.jspecify.annotations.NullMarked;
