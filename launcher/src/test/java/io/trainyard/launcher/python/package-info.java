/** Python for tests whose programs are written in it. */
@NullMarked
package io.trainyard.launcher.python;

import org.jspecify.annotations.NullMarked;
