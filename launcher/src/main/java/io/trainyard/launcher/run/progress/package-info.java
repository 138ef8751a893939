/**
 * How a local run goes, as pure code: what was seen becomes a state and a list of changes. Start with {@link
 * io.trainyard.launcher.run.progress.Progress}. No input, no output, no clock.
 */
@NullMarked
package io.trainyard.launcher.run.progress;

import org.jspecify.annotations.NullMarked;
