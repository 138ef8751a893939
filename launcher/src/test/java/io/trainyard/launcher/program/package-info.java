/** Programs and the TrainJobs that are made of them. */
@NullMarked
package io.trainyard.launcher.program;

import org.jspecify.annotations.NullMarked;
