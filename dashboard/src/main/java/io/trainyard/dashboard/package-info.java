/**
 * The web page about TrainJobs. Start with {@link io.trainyard.dashboard.Dashboard}. Shows what others know; decides nothing about jobs.
 */
@NullMarked
package io.trainyard.dashboard;

import org.jspecify.annotations.NullMarked;
