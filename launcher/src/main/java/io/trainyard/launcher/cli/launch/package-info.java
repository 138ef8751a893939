/** Commands that make a TrainJob of a program: {@code launch}, {@code init}, {@code submit}. */
@NullMarked
package io.trainyard.launcher.cli.launch;

import org.jspecify.annotations.NullMarked;
