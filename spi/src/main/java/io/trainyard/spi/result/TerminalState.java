package io.trainyard.spi.result;

import io.fabric8.kubernetes.api.model.Condition;
import io.trainyard.spi.model.JobStatus;
import java.util.List;
import java.util.Optional;

/**
 * What the cluster says of a TrainJob.
 *
 * @param terminal {@code Complete} or {@code Failed} with reason, message and time; empty while the job is not finished
 * @param jobsStatus counters for each replicated job; empty to leave them as they are
 */
public record TerminalState(Optional<Condition> terminal, Optional<List<JobStatus>> jobsStatus) {
    public TerminalState {
        jobsStatus = jobsStatus.map(List::copyOf);
    }
}
