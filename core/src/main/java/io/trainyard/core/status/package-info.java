/**
 * What a TrainJob's status should say, as pure functions. Start with {@link io.trainyard.core.status.StatusCalculator}. No client, no Vert.x, no
 * clock.
 */
@NullMarked
package io.trainyard.core.status;

import org.jspecify.annotations.NullMarked;
