/** The process that a command runs in: its environment, its exit codes and exceptions, its signals, which build it is. No command is known here. */
@NullMarked
package io.trainyard.launcher.cli.process;

import org.jspecify.annotations.NullMarked;
