package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.kube.InMemoryKubeApi;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A crowd of one namespace and a good TrainJob of the same (PIPE-16a)")
final class CrowdTest {
    private static final int CROWD = 300;

    /** Reconciles at once, all of which a crowd may have begun when the good one comes. */
    private static final int CONCURRENT = 8;

    private final Cluster cluster = new Cluster();

    @BeforeEach
    void aCrowdWithoutRuntime() {
        for (int i = 0; i < CROWD; i++) {
            cluster.api.put(Cluster.anew(Manifests.trainJob(
                    "crowd-" + i, "{suspend: false, runtimeRef: {kind: TrainingRuntime, name: later}}")));
        }
        cluster.settle(Duration.ofSeconds(5));
        assertThat(cluster.events()).hasSize(CROWD);
        cluster.api.setLatency(() -> new InMemoryKubeApi.Latency(Duration.ofMillis(5), Duration.ofMillis(5)));
        cluster.api.forgetRequests();
    }

    @Test
    @DisplayName("their runtime appears: the good one is built after the few that were begun, and then all of them are")
    void theirRuntimeAppears() {
        cluster.putRuntime("later");
        cluster.controller.deliverAll();
        cluster.create("good", "");
        cluster.settle(Duration.ofSeconds(10));

        List<String> built = cluster.builtJobSets();
        assertThat(built.indexOf("good")).isBetween(0, 2 * CONCURRENT);
        assertThat(built).hasSize(CROWD + 1).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("they are tried again: the good one is built before they have been")
    void theyAreTriedAgain() {
        cluster.settle(Duration.ofSeconds(24));
        cluster.controller.takeOutcomes();
        cluster.time.advance(Duration.ofMillis(1_005));
        cluster.create("good", "");
        cluster.settle(Duration.ofMillis(100));

        assertThat(cluster.jobSet("good")).isPresent();
        assertThat(cluster.controller.takeOutcomes()).hasSizeBetween(CONCURRENT, CROWD / 2);
        cluster.settle(Duration.ofSeconds(10));
        assertThat(cluster.controller.takeOutcomes()).hasSizeGreaterThan(CROWD / 2);
    }
}
