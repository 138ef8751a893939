/**
 * JobSets, through which every TrainJob runs: what they look like, which ones there are, how one is created and changed, and what it says of its
 * TrainJob. How one is made from a TrainJob is in {@link io.trainyard.core.compile}. Start with {@link io.trainyard.core.jobset.JobSetApplier}. No
 * Vert.x.
 */
@NullMarked
package io.trainyard.core.jobset;

import org.jspecify.annotations.NullMarked;
