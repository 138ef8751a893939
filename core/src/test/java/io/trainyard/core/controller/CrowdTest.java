package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.kube.InMemoryKubeApi;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

@DisplayName("A crowd of one namespace and a good TrainJob of the same (PIPE-16a, PIPE-16b)")
final class CrowdTest {
    private static final int CROWD = 300;

    private static final String LARGE = "large";

    /** Reconciles at once, all of which a crowd may have begun when the good one comes. */
    private static final int CONCURRENT = 8;

    private final Cluster cluster = new Cluster();

    @BeforeEach
    void aCrowdWithoutRuntime(TestInfo test) {
        if (test.getTags().contains(LARGE)) {
            return;
        }
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

        List<String> built = built();
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

    @Test
    @Tag(LARGE)
    @DisplayName("40 of a runtime of 850 KB are built two at a time, and the good one in the meantime (PIPE-16b)")
    void ofALargeRuntime() {
        cluster.putLargeRuntime("large", 850_000);
        theGoodOneIsBuiltInTheMeantime("{suspend: false, runtimeRef: {kind: TrainingRuntime, name: large}}");
    }

    @Test
    @Tag(LARGE)
    @DisplayName("40 with arguments of 850 KB are built two at a time, and the good one in the meantime (PIPE-16b)")
    void ofLargeTrainJobs() {
        theGoodOneIsBuiltInTheMeantime(
                "{suspend: false, runtimeRef: {kind: TrainingRuntime, name: plain}, trainer: {args: [\""
                        + "x".repeat(850_000) + "\"]}}");
    }

    private void theGoodOneIsBuiltInTheMeantime(String crowd) {
        cluster.api.setLatency(() -> new InMemoryKubeApi.Latency(Duration.ofMillis(50), Duration.ofMillis(50)));
        for (int i = 0; i < 40; i++) {
            cluster.api.put(Cluster.anew(Manifests.trainJob("crowd-" + i, crowd)));
        }
        cluster.controller.deliverAll();
        cluster.create("good", "");
        cluster.settle(Duration.ofSeconds(1));
        assertThat(built()).contains("good").hasSizeLessThan(20);

        cluster.settle(Duration.ofMinutes(1));
        assertThat(built()).hasSize(41).doesNotHaveDuplicates();
    }

    private List<String> built() {
        return cluster.api.writes().stream()
                .filter(request ->
                        request.verb().equals("create") && request.kind().equals("JobSet"))
                .map(request -> request.key().name())
                .toList();
    }
}
