/**
 * What programs write, as somebody reads it: which rank wrote a line. Pure.
 */
@NullMarked
package io.trainyard.launcher.run.output;

import org.jspecify.annotations.NullMarked;
