package io.trainyard.local.controllers;

import io.trainyard.local.controllers.job.JobOptions;
import io.trainyard.local.controllers.scheduler.SchedulerOptions;

/**
 * How the controllers of a laptop behave. Immutable; begin with {@link #DEFAULT}. Restarts of JobSets without new pods are not simulated, so
 * there is no switch for them.
 *
 * @param restartJob whether failure policies of JobSets may restart single Jobs
 * @param elasticJobSet whether the size of Indexed Jobs of a JobSet may change
 * @param job how long failed pods wait for their successors
 * @param scheduler what the machine has, and what happens to those who want more
 */
public record ControllerOptions(boolean restartJob, boolean elasticJobSet, JobOptions job, SchedulerOptions scheduler) {
    public static final ControllerOptions DEFAULT =
            new ControllerOptions(true, true, JobOptions.DEFAULT, SchedulerOptions.DEFAULT);

    /** The same with other waiting times of Jobs. */
    public ControllerOptions withJob(JobOptions options) {
        return new ControllerOptions(restartJob, elasticJobSet, options, scheduler);
    }

    /** The same with another machine. */
    public ControllerOptions withScheduler(SchedulerOptions options) {
        return new ControllerOptions(restartJob, elasticJobSet, job, options);
    }

    /** The same with or without the actions {@code RestartJob} and {@code RestartJobAndIgnoreMaxRestarts}. */
    public ControllerOptions withRestartJob(boolean on) {
        return new ControllerOptions(on, elasticJobSet, job, scheduler);
    }

    /** The same with or without changes of the size of Indexed Jobs of a JobSet. */
    public ControllerOptions withElasticJobSet(boolean on) {
        return new ControllerOptions(restartJob, on, job, scheduler);
    }
}
