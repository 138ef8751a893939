/**
 * The command line. Start with {@link io.trainyard.launcher.cli.TrainyardCommandLine}; each command is one class, in the package of what it is
 * about. Commands read arguments and files and print; the work is behind interfaces, which {@link io.trainyard.launcher.cli.Services} brings
 * together. Nothing here starts Vert.x or a Kubernetes client.
 */
@NullMarked
package io.trainyard.launcher.cli;

import org.jspecify.annotations.NullMarked;
