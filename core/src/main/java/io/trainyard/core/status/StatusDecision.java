package io.trainyard.core.status;

import io.trainyard.spi.model.TrainJobStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to do about the status of a TrainJob.
 *
 * @param status the status as it should be
 * @param patch JSON merge patch to the status subresource; empty when nothing that matters has changed
 * @param mayWait whether the patch only counts further: nobody is told anything by it that decides something
 * @param deleteJobSet whether the JobSet must go, because the job has failed and its pods have not ended
 * @param requeueAfter when the deadline is to be looked at again
 * @param events transitions to tell the user, each once
 */
public record StatusDecision(
        TrainJobStatus status,
        Optional<Map<String, Object>> patch,
        boolean mayWait,
        boolean deleteJobSet,
        Optional<Duration> requeueAfter,
        List<EventDraft> events) {
    public StatusDecision {
        events = List.copyOf(events);
    }
}
