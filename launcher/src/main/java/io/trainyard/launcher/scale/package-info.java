/** Changes the number of nodes of a TrainJob that runs, for the command {@code scale}. */
@NullMarked
package io.trainyard.launcher.scale;

import org.jspecify.annotations.NullMarked;
