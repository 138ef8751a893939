/** Finds what is known of a TrainJob in a cluster, in a local run or in what a run has left, for the command {@code why}. */
@NullMarked
package io.trainyard.launcher.why;

import org.jspecify.annotations.NullMarked;
