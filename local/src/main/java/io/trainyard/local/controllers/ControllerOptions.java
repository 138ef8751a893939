package io.trainyard.local.controllers;

import io.trainyard.local.controllers.job.JobOptions;
import io.trainyard.local.controllers.jobset.RestartLimit;
import io.trainyard.local.controllers.scheduler.SchedulerOptions;
import java.util.Optional;

/**
 * How the controllers of a laptop behave. Immutable; begin with {@link #DEFAULT}. Restarts of JobSets without new pods are not simulated, so
 * there is no switch for them.
 *
 * @param restartJob whether failure policies of JobSets may restart single Jobs
 * @param elasticJobSet whether the size of Indexed Jobs of a JobSet may change
 * @param restarts how JobSets restart; empty for as they are written
 * @param job how long failed pods wait for their successors
 * @param scheduler what the machine has, and what happens to those who want more
 */
public record ControllerOptions(
        boolean restartJob,
        boolean elasticJobSet,
        Optional<RestartLimit> restarts,
        JobOptions job,
        SchedulerOptions scheduler) {
    public static final ControllerOptions DEFAULT =
            new ControllerOptions(true, true, Optional.empty(), JobOptions.DEFAULT, SchedulerOptions.DEFAULT);

    /** The same with other waiting times of Jobs. */
    public ControllerOptions withJob(JobOptions options) {
        return new ControllerOptions(restartJob, elasticJobSet, restarts, options, scheduler);
    }

    /** The same with another machine. */
    public ControllerOptions withScheduler(SchedulerOptions options) {
        return new ControllerOptions(restartJob, elasticJobSet, restarts, job, options);
    }

    /** The same with other restarts than JobSets ask for. */
    public ControllerOptions withRestarts(RestartLimit limit) {
        return new ControllerOptions(restartJob, elasticJobSet, Optional.of(limit), job, scheduler);
    }
}
