package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.kube.InMemoryKubeApi;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A crowd of large TrainJobs and a good one of the same namespace (PIPE-16b)")
final class LargeCrowdTest {
    private final Cluster cluster = new Cluster();

    @Test
    @DisplayName("40 of a runtime of 850 KB are built two at a time, and the good one in the meantime")
    void ofALargeRuntime() {
        cluster.putLargeRuntime("large", 850_000);
        theGoodOneIsBuiltInTheMeantime("{suspend: false, runtimeRef: {kind: TrainingRuntime, name: large}}");
    }

    @Test
    @DisplayName("40 with arguments of 850 KB are built two at a time, and the good one in the meantime")
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
        assertThat(cluster.builtJobSets()).contains("good").hasSizeLessThan(20);

        cluster.settle(Duration.ofMinutes(1));
        assertThat(cluster.builtJobSets()).hasSize(41).doesNotHaveDuplicates();
    }
}
