package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("TrainJobs that are too large, or whose runtime is, are not built (PIPE-16b)")
final class LargeCrowdTest {
    private final Cluster cluster = new Cluster();

    @ParameterizedTest(name = "a runtime of {0} KiB")
    @DisplayName("a runtime may have 128 KiB")
    @CsvSource({"127, true", "129, false"})
    void ofARuntime(int kib, boolean fits) {
        cluster.putLargeRuntime("large", kib * 1024 - 512);
        put("demo", "{suspend: false, runtimeRef: {kind: TrainingRuntime, name: large}}");
        cluster.settle(Duration.ofSeconds(1));

        isBuilt(fits, "TrainingRuntime large has 129 KiB of JSON, and a runtime may have 128;");
    }

    @ParameterizedTest(name = "a TrainJob of {0} KiB")
    @DisplayName("a TrainJob may have 256 KiB")
    @CsvSource({"255, true", "257, false"})
    void ofATrainJob(int kib, boolean fits) {
        put("demo", argument(kib * 1024 - 512));
        cluster.settle(Duration.ofSeconds(1));

        isBuilt(fits, "spec: has 257 KiB of JSON, and a TrainJob may have 256;");
    }

    @Test
    @DisplayName("a crowd of large ones does not hold up a good one, and one that runs is still suspended")
    void aCrowd() {
        cluster.create("running", "");
        cluster.settle();
        cluster.putLargeRuntime("large", 850_000);
        for (int i = 0; i < 40; i++) {
            put("runtime-" + i, "{suspend: false, runtimeRef: {kind: TrainingRuntime, name: large}}");
            put("args-" + i, argument(850_000));
        }
        cluster.controller.deliverAll();
        cluster.create("good", "");
        cluster.api.patch(
                io.trainyard.spi.model.TrainJob.class,
                "running",
                "{spec: {suspend: true, trainer: {args: [" + "x".repeat(300_000) + "]}}}");
        cluster.settle(Duration.ofSeconds(1));

        assertThat(cluster.builtJobSets()).containsExactlyInAnyOrder("running", "good");
        assertThat(cluster.jobSet("running").map(JobSet::suspended)).contains(true);
    }

    private static String argument(int characters) {
        return "{suspend: false, runtimeRef: {kind: TrainingRuntime, name: plain}, trainer: {args: [\""
                + "x".repeat(characters) + "\"]}}";
    }

    private void put(String name, String spec) {
        cluster.api.put(Cluster.anew(Manifests.trainJob(name, spec)));
    }

    private void isBuilt(boolean fits, String problem) {
        assertThat(cluster.builtJobSets()).hasSize(fits ? 1 : 0);
        if (!fits) {
            assertThat(cluster.events())
                    .extracting(Event::getMessage)
                    .singleElement()
                    .asString()
                    .contains(problem, "ConfigMap", "trainyard.admission.max");
        }
    }
}
