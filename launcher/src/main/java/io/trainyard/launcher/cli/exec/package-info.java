/** The commands {@code exec} and {@code shell}: programs in a container that runs. */
@NullMarked
package io.trainyard.launcher.cli.exec;

import org.jspecify.annotations.NullMarked;
