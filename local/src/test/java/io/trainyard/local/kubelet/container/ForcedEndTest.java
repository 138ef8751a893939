package io.trainyard.local.kubelet.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.local.kubelet.ScriptedContainer;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A container that does not end by itself (LOCAL-80)")
final class ForcedEndTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final Stubborn container = new Stubborn();
    private final List<String> complaints = new ArrayList<>();
    private final ForcedEnd end =
            new ForcedEnd(time, container, cause -> complaints.add(String.valueOf(cause.getMessage())));

    @Test
    @DisplayName("is killed again every second while that fails, and each failure is told")
    void killsAgain() {
        end.run();
        time.advance(Duration.ofSeconds(2));
        assertThat(container.kills).isEqualTo(3);
        assertThat(complaints).hasSize(3).containsOnly("the engine does not answer");

        container.failure = "";
        time.advance(Duration.ofSeconds(1));

        assertThat(container.kills).isEqualTo(4);
        assertThat(time.waiting()).isZero();
    }

    @Test
    @DisplayName("is left alone once it has ended")
    void leavesTheDeadAlone() {
        end.run();
        container.exit.complete(0);
        time.advance(Duration.ofSeconds(10));

        assertThat(container.kills).isEqualTo(1);
        assertThat(time.waiting()).isZero();
    }

    /** A container whose end fails with a reason, unless that is empty. */
    private static final class Stubborn extends ScriptedContainer {
        private String failure = "the engine does not answer";
        private int kills;

        @Override
        public Future<Void> kill() {
            kills++;
            return failure.isEmpty() ? Future.succeededFuture() : Future.failedFuture(failure);
        }
    }
}
