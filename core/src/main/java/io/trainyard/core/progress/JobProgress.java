package io.trainyard.core.progress;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What this replica knows of a job from its program. Other replicas may have heard of other ranks.
 *
 * @param ranks in the order of their numbers; empty for programs that know only the stock format
 * @param worldSize processes that found each other; empty when nobody has said
 * @param curves what was reported over time, by name of the metric, in the order of time
 */
public record JobProgress(List<RankState> ranks, Optional<Integer> worldSize, Map<String, List<MetricPoint>> curves) {}
