/**
 * Which error of a failed run is the one that matters, among all that its ranks wrote. Pure. Start with
 * {@link io.trainyard.launcher.run.failure.RootCause}.
 */
@NullMarked
package io.trainyard.launcher.run.failure;

import org.jspecify.annotations.NullMarked;
