/** What a command line or a script trains with, and the TrainJob that does the same. Pure: nothing here reads files. */
@NullMarked
package io.trainyard.launcher.program;

import org.jspecify.annotations.NullMarked;
