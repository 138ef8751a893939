/**
 * The command line. Start with {@link io.trainyard.launcher.cli.TrainyardCommandLine}; each command is one class. Commands read arguments and files and
 * print; the work is behind {@link io.trainyard.launcher.cli.Services}. Nothing here starts Vert.x or a Kubernetes client.
 */
@NullMarked
package io.trainyard.launcher.cli;

import org.jspecify.annotations.NullMarked;
