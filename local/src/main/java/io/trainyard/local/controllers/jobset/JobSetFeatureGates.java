package io.trainyard.local.controllers.jobset;

/**
 * What is switched on beyond the stable part of the API. Restarts in place are not simulated; admission refuses them.
 *
 * @param restartJob failure policies may restart single jobs
 * @param elasticJobSet the size of indexed jobs may change while they run
 */
public record JobSetFeatureGates(boolean restartJob, boolean elasticJobSet) {}
