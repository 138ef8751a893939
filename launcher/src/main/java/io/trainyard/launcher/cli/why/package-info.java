/** The command {@code why}. */
@NullMarked
package io.trainyard.launcher.cli.why;

import org.jspecify.annotations.NullMarked;
