/** Measures what the controller uses while it holds many TrainJobs. Start with {@link io.trainyard.bench.memory.HeldJobsLoad}. */
@NullMarked
package io.trainyard.bench.memory;

import org.jspecify.annotations.NullMarked;
