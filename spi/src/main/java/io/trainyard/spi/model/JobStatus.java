package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Counters of one replicated job; they count Jobs, not pods.
 *
 * @param name name of the replicated job
 * @param ready Jobs whose pods are all ready or succeeded
 * @param succeeded Jobs that succeeded
 * @param failed Jobs that failed
 * @param active Jobs with at least one running pod
 * @param suspended Jobs that are suspended
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record JobStatus(String name, int ready, int succeeded, int failed, int active, int suspended) {}
