package io.trainyard.core.progress;

import io.trainyard.spi.model.TrainerStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What this replica knows of a job from its program. Other replicas may have heard of other ranks.
 *
 * @param latest the last report of progress, written already or not; empty when there was none
 * @param heard when anything was last heard of the program, by our clock
 * @param ranks in the order of their numbers; empty for programs that know only the stock format
 * @param worldSize processes that found each other; empty when nobody has said
 * @param curves what was reported over time, by name of the metric, in the order of time
 */
public record JobProgress(
        Optional<TrainerStatus> latest,
        Instant heard,
        List<RankState> ranks,
        Optional<Integer> worldSize,
        Map<String, List<MetricPoint>> curves) {}
