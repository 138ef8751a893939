package io.trainyard.local.controllers.job;

import java.time.Instant;
import java.util.List;

/**
 * All that a decision about a Job depends on.
 *
 * @param pods all pods that the Job controls
 * @param failures as remembered after the previous sync
 */
record JobState(
        JobSpec spec, JobStatus status, List<JobPod> pods, BackoffRecord failures, JobOptions options, Instant now) {
    JobState {
        pods = List.copyOf(pods);
    }
}
