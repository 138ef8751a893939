package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.queue.Outcome;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class TerminalConditionFailureTest {
    private final Cluster cluster = new Cluster(Plugins.of(new Undecided()), GangFacts.NONE);

    @Test
    @DisplayName("PIPE-04: a TerminalCondition that fails leaves the status alone, is told in an event and asked again")
    void isToldAndAskedAgain() {
        cluster.create("demo", "");
        cluster.settle();

        assertThat(cluster.jobSet("demo")).isPresent();
        assertThat(cluster.conditions("demo")).isEmpty();
        assertThat(cluster.eventMessages())
                .containsExactly("TrainJob resources reconciliation failed: no idea whether it has ended");
        assertThat(cluster.controller.takeOutcomes()).isNotEmpty().allMatch(Outcome.Retry.class::isInstance);
    }

    private static final class Undecided implements TerminalCondition {
        @Override
        public String name() {
            return "undecided";
        }

        @Override
        public Optional<TerminalState> terminalCondition(TrainJob trainJob) {
            throw new IllegalStateException("no idea whether it has ended");
        }
    }
}
