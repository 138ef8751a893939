/** What commands read: files with TrainJobs and runtimes, the configuration, durations. Start with {@link io.trainyard.launcher.cli.input.JobInput}. */
@NullMarked
package io.trainyard.launcher.cli.input;

import org.jspecify.annotations.NullMarked;
