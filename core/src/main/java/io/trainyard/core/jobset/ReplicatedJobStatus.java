package io.trainyard.core.jobset;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * Counters of the Jobs of one replicated job.
 *
 * @param name name of the replicated job
 * @param ready Jobs that are ready
 * @param succeeded Jobs that succeeded
 * @param failed Jobs that failed
 * @param active Jobs with running pods
 * @param suspended Jobs that are suspended
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReplicatedJobStatus(String name, int ready, int succeeded, int failed, int active, int suspended) {}
