package io.trainyard.core.view;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What one process of the training last said of itself to the status server.
 *
 * @param rank its number among all processes of the job, from 0
 * @param node number of the node that it runs on, from 0; empty when it did not say
 * @param received when we heard it, by our clock
 * @param step the training step that it has done last; empty when it did not say
 * @param stepTime how long that step took; empty when it did not say
 * @param worldSize of how many processes the world consists that it formed; empty when it did not say
 */
public record RankReport(
        int rank,
        Optional<Integer> node,
        Instant received,
        Optional<Long> step,
        Optional<Duration> stepTime,
        Optional<Integer> worldSize) {}
