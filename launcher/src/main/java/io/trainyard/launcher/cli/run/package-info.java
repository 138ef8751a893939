/** The command {@code run} and its options. What trains is behind {@link io.trainyard.launcher.cli.run.LocalRun}. */
@NullMarked
package io.trainyard.launcher.cli.run;

import org.jspecify.annotations.NullMarked;
