/** Which cluster and which namespace a command means: the same options and the same rule for all commands that ask a cluster. */
@NullMarked
package io.trainyard.launcher.cli.cluster;

import org.jspecify.annotations.NullMarked;
