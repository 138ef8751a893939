/**
 * What is kept of reports: the latest of each rank, curves of metrics, and what is still to be written to TrainJobs. Start with
 * {@link io.trainyard.core.progress.ProgressReports}. How reports look and how they come here is not known.
 */
@NullMarked
package io.trainyard.core.progress;

import org.jspecify.annotations.NullMarked;
