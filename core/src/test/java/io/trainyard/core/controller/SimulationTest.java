package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Users, the JobSet controller, the network and restarts at random, with the same chance each time. {@code -Dsimulation.seed=N} plays one alone. */
@DisplayName("Whatever happens,")
final class SimulationTest {
    private static final int SEEDS = Integer.getInteger("simulation.seeds", 200);
    private static final int STEPS = 120;

    @Test
    @DisplayName("what others own stays untouched, an end is an end, and at last everything is as it should be")
    void everythingIsAsItShouldBeAtLast() {
        Integer only = Integer.getInteger("simulation.seed");
        if (only != null) {
            simulate(only);
            return;
        }
        for (int seed = 1; seed <= SEEDS; seed++) {
            simulate(seed);
        }
    }

    private static void simulate(int seed) {
        SimulatedCluster cluster = new SimulatedCluster(seed);
        try {
            for (int step = 0; step < STEPS; step++) {
                cluster.step();
            }
            int before = cluster.requests();
            cluster.settle();
            assertThat(cluster.requests() - before).as("requests until settled").isLessThan(60);
            cluster.checkThatItIsSettled();
        } catch (AssertionError | RuntimeException problem) {
            throw new AssertionError(
                    "seed " + seed + ": " + problem.getMessage() + "\n" + tail(cluster.history), problem);
        }
    }

    private static String tail(List<String> history) {
        return history.stream().skip(Math.max(0, history.size() - 80)).collect(Collectors.joining("\n"));
    }
}
