package io.trainyard.core.view;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One process of the training.
 *
 * @param rank its number among all processes of the job, from 0
 * @param node number of its node, from 0; empty when that is not known
 * @param pod name of the pod that it runs in; empty when that is not known
 * @param host the machine that it runs on; empty until that is known
 * @param heartbeat when it was last heard of; empty when it never was
 * @param silence how long it has not been heard of; empty when it never was
 * @param step the training step that it has done last; empty when it did not say
 * @param stepTime how long that step took; empty when it did not say
 * @param worldSize of how many processes the world consists that it formed; empty when it did not say
 */
public record RankView(
        int rank,
        Optional<Integer> node,
        Optional<String> pod,
        Optional<String> host,
        Optional<Instant> heartbeat,
        Optional<Duration> silence,
        Optional<Long> step,
        Optional<Duration> stepTime,
        Optional<Integer> worldSize) {}
