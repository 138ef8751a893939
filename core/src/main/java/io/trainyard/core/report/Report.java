package io.trainyard.core.report;

import io.trainyard.spi.model.TrainerStatus;
import java.util.Optional;

/**
 * What one program reported, valid as far as it can be told without the TrainJob.
 *
 * @param trainerStatus progress and metrics, with a time in UTC and whole seconds; empty in a report that says nothing of them
 * @param rank what a training program says of itself; empty for programs that know only the stock format
 * @param fetch how far an initializer is; empty for all other programs
 */
public record Report(Optional<TrainerStatus> trainerStatus, Optional<RankReport> rank, Optional<FetchReport> fetch) {
    /** A report of a training program. */
    public Report(Optional<TrainerStatus> trainerStatus, Optional<RankReport> rank) {
        this(trainerStatus, rank, Optional.empty());
    }

    /** Whether it says nothing at all. */
    public boolean isEmpty() {
        return trainerStatus.isEmpty() && rank.isEmpty() && fetch.isEmpty();
    }
}
