/**
 * Which runtime content a TrainJob is built from: its own snapshot, or the live runtime of which the snapshot is made. Start
 * with {@link io.trainyard.core.runtime.RuntimeResolver}.
 */
@NullMarked
package io.trainyard.core.runtime;

import org.jspecify.annotations.NullMarked;
