/**
 * The objects users write, as they travel on the wire: TrainJob, TrainingRuntime, ClusterTrainingRuntime and every policy in them.
 * Start with {@link io.trainyard.spi.model.TrainJob}. Values are immutable; parts of foreign kinds stay plain trees so that no field is lost.
 */
@NullMarked
@Stable
package io.trainyard.spi.model;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
