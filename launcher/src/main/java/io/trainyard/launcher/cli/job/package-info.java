/** What a user calls a job, and the job: shared by the commands that look at one. Start with {@link io.trainyard.launcher.cli.job.NamedJobs}. */
@NullMarked
package io.trainyard.launcher.cli.job;

import org.jspecify.annotations.NullMarked;
