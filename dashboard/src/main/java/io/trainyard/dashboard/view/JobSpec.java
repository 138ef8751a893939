package io.trainyard.dashboard.view;

import java.util.List;
import java.util.Map;

/**
 * What somebody wrote, and what it became. Trees as in JSON.
 *
 * @param written the TrainJob, without what the API server added
 * @param runtime the runtime that it was made from; empty when that is not known
 * @param objects what was made, the JobSet first
 * @param origins where a field of an object comes from: {@code JobSet/spec.replicatedJobs[0].replicas} to {@code runtime},
 *     {@code TrainJob}, {@code plugin NAME}, {@code Trainyard} for what the controller does for all jobs, {@code cluster} for what was filled in there, or
 *     {@code added} when it is not known by whom
 */
public record JobSpec(
        Map<String, Object> written,
        Map<String, Object> runtime,
        List<Map<String, Object>> objects,
        Map<String, String> origins) {}
