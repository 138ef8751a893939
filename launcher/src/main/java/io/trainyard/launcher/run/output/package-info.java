/**
 * What programs write, as somebody reads it: which rank wrote a line, which lines of several pods are one. Pure. Start with
 * {@link io.trainyard.launcher.run.output.AlikeLines}.
 */
@NullMarked
package io.trainyard.launcher.run.output;

import org.jspecify.annotations.NullMarked;
