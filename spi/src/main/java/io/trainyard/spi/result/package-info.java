/**
 * What a plugin answers: values, never side effects. Start with {@link io.trainyard.spi.result.TerminalState}; findings are in {@code foundation.field}.
 */
@NullMarked
@Stable
package io.trainyard.spi.result;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
