package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attacker may write ConfigMaps: he has the garbage collector delete a snapshot, and puts one of his own in its place. */
@DisplayName("Nothing is built from a snapshot that somebody has forged (PIPE-94)")
final class ForgedSnapshotTest {
    private static final String REASON = "RuntimeSnapshotNotTrusted";
    private static final String SIGNATURE = "trainyard.dev/runtime-signature";

    private final Cluster cluster = new Cluster();

    @BeforeEach
    void theJobSetsAreMadeFromTheRuntime() {
        cluster.create("demo", "suspend: true");
        cluster.settle();
        cluster.reportSuspended("demo");
        cluster.settle();
    }

    @ParameterizedTest(name = "with the signature of the one that it replaces: {0}")
    @DisplayName("a TrainJob that never started gets a new one, and an event says so")
    @ValueSource(booleans = {true, false})
    void neverStarted(boolean copied) {
        forge(copied);
        cluster.suspend("demo", false);
        cluster.settle(Duration.ofSeconds(2));

        hasTheImageOfTheRuntime();
        assertThat(cluster.jobSet("demo").map(JobSet::suspended)).contains(false);
        assertThat(cluster.snapshot("demo").orElseThrow().getData().get("runtime"))
                .doesNotContain("forged");
        assertThat(cluster.events())
                .filteredOn(event -> event.getReason().equals(REASON))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage())
                        .contains("ConfigMap team-a/demo-runtime-snapshot", "it is replaced by a copy of the runtime"));
    }

    @ParameterizedTest(name = "after a restart of the controller: {0}")
    @DisplayName("one that runs is left alone, and can be suspended and resumed with the JobSet that it has")
    @ValueSource(booleans = {true, false})
    void started(boolean restarted) {
        cluster.suspend("demo", false);
        cluster.settle(Duration.ofSeconds(2));
        cluster.run("demo");
        cluster.settle();
        String uid = cluster.jobSet("demo").orElseThrow().getMetadata().getUid();
        forge(false);
        if (restarted) {
            cluster.restart();
        }
        cluster.api.patch(TrainJob.class, "demo", "{metadata: {annotations: {touched: x}}}");
        cluster.settle(Duration.ofSeconds(2));
        assertThat(cluster.eventReasons()).contains(REASON);

        cluster.suspend("demo", true);
        cluster.settle(Duration.ofSeconds(2));
        assertThat(cluster.jobSet("demo").map(JobSet::suspended)).contains(true);
        cluster.reportSuspended("demo");
        cluster.settle(Duration.ofSeconds(2));
        assertThat(cluster.conditions("demo")).contains("Suspended=True/Suspended");
        cluster.suspend("demo", false);
        cluster.settle(Duration.ofSeconds(2));

        assertThat(cluster.jobSet("demo").map(JobSet::suspended)).contains(false);
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata().getUid()).isEqualTo(uid);
        hasTheImageOfTheRuntime();
        assertThat(cluster.snapshot("demo").orElseThrow().getData().get("runtime"))
                .as("nobody's snapshot is deleted under a job that has started")
                .contains("forged");
    }

    @Test
    @DisplayName("one without a JobSet gets a new one, too")
    void withoutJobSet() {
        forge(true);
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle(Duration.ofSeconds(2));

        hasTheImageOfTheRuntime();
        assertThat(cluster.eventReasons()).contains(REASON);
    }

    @Test
    @DisplayName("one that an older release made is signed and built from, when it says what the runtime says")
    void ofAnOlderRelease() {
        ConfigMap older = new ConfigMapBuilder(cluster.snapshot("demo").orElseThrow())
                .editMetadata()
                .removeFromAnnotations(SIGNATURE)
                .endMetadata()
                .build();
        replace(older);
        cluster.restart();
        cluster.settle(Duration.ofSeconds(2));
        assertThat(cluster.snapshot("demo").orElseThrow().getMetadata().getAnnotations())
                .containsKey(SIGNATURE);

        // From now on it counts, whatever becomes of the runtime.
        cluster.changeRuntime("nodeSelector: {pool: other}, ");
        cluster.api.remove(JobSet.class, "demo");
        cluster.suspend("demo", false);
        cluster.settle(Duration.ofSeconds(2));
        assertThat(cluster.jobSet("demo").orElseThrow().replicatedJobs().toString())
                .doesNotContain("pool");
        assertThat(cluster.eventReasons()).doesNotContain(REASON);
    }

    @Test
    @DisplayName("a snapshot is not replaced as long as there is no runtime to make another one from")
    void withoutRuntime() {
        forge(false);
        cluster.api.remove(TrainingRuntime.class, "plain");
        cluster.suspend("demo", false);
        cluster.settle(Duration.ofSeconds(2));

        assertThat(cluster.snapshot("demo")).isPresent();
        assertThat(cluster.jobSet("demo").map(JobSet::suspended)).contains(true);
        assertThat(cluster.eventMessages()).anyMatch(message -> message.contains("there is no TrainingRuntime"));
    }

    private void hasTheImageOfTheRuntime() {
        assertThat(cluster.jobSet("demo").orElseThrow().replicatedJobs().toString())
                .contains("image=train")
                .doesNotContain("forged");
    }

    private void forge(boolean signatureIsCopied) {
        // As long as the runtime is as it was, that is what is built, and no snapshot is read.
        cluster.api.patch(TrainingRuntime.class, "plain", "{metadata: {annotations: {edited: later}}}");
        ConfigMap present = cluster.snapshot("demo").orElseThrow();
        ConfigMap forged = new ConfigMapBuilder(present)
                .withData(Map.of("runtime", present.getData().get("runtime").replace("image: train", "image: forged")))
                .build();
        if (!signatureIsCopied) {
            forged.getMetadata().getAnnotations().remove(SIGNATURE);
        }
        replace(forged);
    }

    private void replace(ConfigMap other) {
        cluster.api.remove(ConfigMap.class, "demo-runtime-snapshot");
        cluster.api.put(Cluster.anew(other));
    }
}
