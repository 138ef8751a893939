package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.runtime.KeptRuntimes;
import io.trainyard.core.runtime.SnapshotContents;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** With caches that have heard of nothing yet. */
final class CachedAdmissionReaderTest {
    private final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-05-01T10:00:00Z"));
    private final InMemoryKubeApi api = new InMemoryKubeApi(time);
    private final Empty<TrainJob> trainJobs = new Empty<>();
    private final Empty<TrainingRuntime> runtimes = new Empty<>();
    private final CachedAdmissionReader world = new CachedAdmissionReader(
            api,
            time,
            trainJobs,
            new Empty<>(),
            runtimes,
            new Empty<>(),
            new KeptRuntimes(new Empty<>(), api, new SnapshotContents(time), SnapshotKey.random()),
            new RuntimeIndex(trainJobs),
            GangFacts.NONE);

    @Test
    @DisplayName("VAL-24, F-15: a runtime that was just created is found although no cache knows it")
    void whatTheCacheLacksIsAskedFor() {
        api.put(Cluster.anew(Manifests.runtime("young", "{mlPolicy: {numNodes: 1}}")));
        api.put(Cluster.anew(Manifests.clusterRuntime("wide", "{mlPolicy: {numNodes: 1}}")));

        assertThat(now(world.runtime("TrainingRuntime", "team-a", "young"))).isPresent();
        assertThat(now(world.runtime("ClusterTrainingRuntime", "team-a", "wide")))
                .isPresent();
        assertThat(now(world.runtime("TrainingRuntime", "team-a", "other"))).isEmpty();
    }

    @Test
    @DisplayName(
            "VAL-24: unknown names cost few requests, and a runtime that was created meanwhile is found all the same")
    void unknownNamesCostFewRequests() {
        TrainingRuntime young = Cluster.anew(Manifests.runtime("young", "{mlPolicy: {numNodes: 1}}"));
        api.put(young);
        for (int i = 0; i < 10_000; i++) {
            world.runtime("TrainingRuntime", "team-a", "unknown-" + i)
                    .subscribe()
                    .asCompletionStage();
        }
        assertThat(api.requests()).hasSize(100);

        var late =
                world.runtime("TrainingRuntime", "team-a", "young").subscribe().asCompletionStage();
        runtimes.known = Optional.of(young);
        time.advance(Duration.ofSeconds(1));

        assertThat(late.join()).isPresent();
    }

    @Test
    @DisplayName(
            "VAL-107: labels of namespaces are read, many at once cost few requests, and none that other reads need")
    void labelsOfNamespaces() {
        api.put(new NamespaceBuilder()
                .withNewMetadata()
                .withName("team-a")
                .addToLabels("a", "b")
                .endMetadata()
                .build());
        api.put(Cluster.anew(Manifests.runtime("young", "{mlPolicy: {numNodes: 1}}")));

        assertThat(now(world.namespaceLabels("team-a"))).containsEntry("a", "b");
        assertThat(now(world.namespaceLabels("gone"))).isEmpty();
        for (int i = 0; i < 10_000; i++) {
            world.namespaceLabels("unknown-" + i).subscribe().asCompletionStage();
        }

        assertThat(api.requests()).hasSizeLessThan(150);
        time.advance(Duration.ofSeconds(1));
        assertThat(now(world.namespaceLabels("team-a"))).containsEntry("a", "b");
        assertThat(now(world.runtime("TrainingRuntime", "team-a", "young"))).isPresent();
    }

    @Test
    @DisplayName("VAL-24: what can be no name is not asked for")
    void whatCanBeNoNameIsNotAskedFor() {
        for (String name : List.of("A", "a/b", "a b", "..%2f", "x".repeat(254), "ä")) {
            assertThat(now(world.runtime("TrainingRuntime", "team-a", name))).isEmpty();
            assertThat(now(world.runtime("TrainingRuntime", name, "a"))).isEmpty();
        }
        assertThat(api.requests()).isEmpty();
    }

    @Test
    @DisplayName(
            "VAL-40a, VAL-40b: active jobs of a JobSet, none without JobSet, and a failure where it cannot be told")
    void activeJobs() {
        assertThat(now(world.activeJobs("team-a", "demo"))).isEmpty();
        api.put(
                Cluster.anew(
                        Manifests.jobSet(
                                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: demo, namespace: team-a}
                spec: {replicatedJobs: []}
                """)));
        api.patch(JobSet.class, "demo", "status: {replicatedJobsStatus: [{name: a, active: 0}, {name: b, active: 1}]}");
        assertThat(now(world.activeJobs("team-a", "demo"))).containsExactly("b");

        api.failNext("get", "JobSet", InMemoryKubeApi.failure(ApiFailure.Kind.OVERLOADED, "later"));
        assertThatThrownBy(() -> now(world.activeJobs("team-a", "demo"))).hasMessageContaining("later");
    }

    @Test
    @DisplayName("VAL-25: without a snapshot there is no kept runtime")
    void noKeptRuntime() {
        assertThat(now(world.keptRuntime(Manifests.trainJob("demo", "runtimeRef: {name: wide}"))))
                .isEmpty();
    }

    private <T> T now(Uni<T> answer) {
        var stage = answer.subscribe().asCompletionStage();
        time.advance(Duration.ofSeconds(1));
        return stage.join();
    }

    /** A cache that has heard of nothing yet. */
    private static final class Empty<T extends HasMetadata> implements ObjectCache<T> {
        private Optional<T> known = Optional.empty();

        @Override
        public Optional<T> find(ResourceKey key) {
            return known;
        }

        @Override
        public Collection<T> all() {
            return List.of();
        }

        @Override
        public Collection<T> inNamespace(String namespace) {
            return List.of();
        }

        @Override
        public Collection<T> byIndex(String index, String value) {
            return List.of();
        }

        @Override
        public boolean isSynced() {
            return true;
        }
    }
}
