/**
 * What a plugin builds for a TrainJob: objects, each with the rule for when it may change, and what the user should be told. Start with
 * {@link io.trainyard.spi.component.Components}.
 */
@NullMarked
@Stable
package io.trainyard.spi.component;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
