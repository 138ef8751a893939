/** What the Python of a program loads before the program, so that its ranks can be looked into. */
@NullMarked
package io.trainyard.launcher.run.python;

import org.jspecify.annotations.NullMarked;
