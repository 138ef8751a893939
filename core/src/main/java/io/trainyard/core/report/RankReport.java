package io.trainyard.core.report;

import java.time.Duration;
import java.util.Optional;

/**
 * What one process says of itself.
 *
 * @param rank its number in the group, from 0
 * @param node number of its node, from 0
 * @param worldSize processes in the group that it formed
 * @param localWorldSize processes of the group on its node
 * @param step the last step that it finished
 * @param stepTime how long that step took
 */
public record RankReport(
        int rank,
        Optional<Integer> node,
        Optional<Integer> worldSize,
        Optional<Integer> localWorldSize,
        Optional<Long> step,
        Optional<Duration> stepTime) {}
