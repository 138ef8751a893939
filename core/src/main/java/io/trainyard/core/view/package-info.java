/**
 * What a person sees of a TrainJob: one model for the page, the command line and the status. Start with {@link io.trainyard.core.view.JobSummary}, which
 * a list shows, and {@link io.trainyard.core.view.JobDetail}, which is one job with all that belongs to it. Everything is pure and immutable:
 * {@link io.trainyard.core.view.JobObjects}, the objects of a job as somebody has read them, goes in. Why a job stands where it does, see
 * {@code io.trainyard.core.why}.
 */
@NullMarked
package io.trainyard.core.view;

import org.jspecify.annotations.NullMarked;
