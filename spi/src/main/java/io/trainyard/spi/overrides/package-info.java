/**
 * Overrides and patches of a TrainJob in one form, whichever of their three shapes a user wrote, each with the paths that an error names. Start
 * with {@link io.trainyard.spi.overrides.PodOverride}. Pure.
 */
@NullMarked
@Experimental
package io.trainyard.spi.overrides;

import io.trainyard.foundation.stability.Experimental;
import org.jspecify.annotations.NullMarked;
