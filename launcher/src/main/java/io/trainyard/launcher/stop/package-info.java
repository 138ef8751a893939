/** Stops TrainJobs of a service, for the command {@code stop}. Start with {@link io.trainyard.launcher.stop.ServiceJobStopper}. */
@NullMarked
package io.trainyard.launcher.stop;

import org.jspecify.annotations.NullMarked;
