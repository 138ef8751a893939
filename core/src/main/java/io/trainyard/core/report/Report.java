package io.trainyard.core.report;

import io.trainyard.spi.model.TrainerStatus;
import java.util.Optional;

/**
 * What one program reported, valid as far as it can be told without the TrainJob.
 *
 * @param trainerStatus progress and metrics, with a time in UTC and whole seconds; empty in a report that says nothing of them
 * @param rank what the program says of itself; empty for programs that know only the stock format
 */
public record Report(Optional<TrainerStatus> trainerStatus, Optional<RankReport> rank) {}
