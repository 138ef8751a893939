/** A debugger for one rank of a run: {@link io.trainyard.launcher.run.debug.DebugServer} connects it to the terminal. */
@NullMarked
package io.trainyard.launcher.run.debug;

import org.jspecify.annotations.NullMarked;
