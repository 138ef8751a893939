/**
 * What a plugin works on: the runtime merged with the TrainJob, one {@link io.trainyard.spi.runtime.PodSet} for each replicated job.
 * Start with {@link io.trainyard.spi.runtime.RuntimeInfo}, the only mutable thing that a plugin ever gets.
 */
@NullMarked
@Stable
package io.trainyard.spi.runtime;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
