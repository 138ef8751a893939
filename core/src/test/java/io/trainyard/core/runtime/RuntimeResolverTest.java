package io.trainyard.core.runtime;

import static io.trainyard.core.fixture.Manifests.runtime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.LaggingCache;
import io.trainyard.core.kube.WeightedCache;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("RuntimeResolver: only metadata of snapshots is watched (PIPE-90)")
final class RuntimeResolverTest {
    private static final String SPEC = "{mlPolicy: {numNodes: 2}, template: {spec: {replicatedJobs: []}}}";
    private static final String TEXT = SnapshotText.write(runtime("r", SPEC));

    private final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-05-01T10:00:00Z"));
    private final InMemoryKubeApi api = new InMemoryKubeApi(time);
    private final LaggingCache<ConfigMap> snapshots = api.cache(ConfigMap.class, RuntimeSnapshot.LABELS);
    private final LaggingCache<TrainingRuntime> runtimes = api.cache(TrainingRuntime.class, Map.of());
    private final RuntimeResolver resolver;
    private final KeptRuntimes kept;

    RuntimeResolverTest() {
        snapshots.reduceWith(RuntimeSnapshot::reduce);
        resolver = new RuntimeResolver(
                api,
                new OwnWrites<>(snapshots, time),
                runtimes,
                api.cache(ClusterTrainingRuntime.class, Map.of()),
                time);
        kept = new KeptRuntimes(snapshots, api, resolver.contents());
    }

    @Test
    @DisplayName(
            "after a restart the snapshots of a runtime that has changed are read once each, and its text is remembered once (PIPE-90)")
    void oneReadForASnapshot() {
        for (int i = 0; i < 50; i++) {
            store(RuntimeSnapshot.of(job("job-" + i), runtime("r", SPEC), TEXT));
        }
        snapshots.start();
        api.forgetRequests();

        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 50; i++) {
                assertThat(resolved("job-" + i).definition().name()).isEqualTo("r");
                assertThat(now(kept.find(job("job-" + i)))).isPresent();
            }
        }

        assertThat(api.requests()).hasSize(50);
    }

    @Test
    @DisplayName("while the runtime is as it was, nothing is read (PIPE-90)")
    void noReadWhileTheRuntimeIsUnchanged() {
        runtimeThenSnapshot(Duration.ofMinutes(2), 1);

        assertThat(resolved("demo").live()).isEmpty();

        assertThat(api.requests()).isEmpty();
    }

    @ParameterizedTest(name = "made {0} s before the snapshot of generation {1}")
    @DisplayName(
            "a runtime that may be another one, or that was edited, is not taken for what the snapshot holds (PIPE-90)")
    @CsvSource({"120, 2", "30, 1"})
    void notCertain(long before, long generation) {
        runtimeThenSnapshot(Duration.ofSeconds(before), generation);

        resolved("demo");

        assertThat(api.requests()).hasSize(1);
    }

    /** The API server gives the runtime generation 1. */
    private void runtimeThenSnapshot(Duration between, long generation) {
        TrainingRuntime live = runtime("r", SPEC);
        live.getMetadata().setUid("uid-of-r");
        api.put(live);
        time.advance(between);
        TrainingRuntime then = runtime("r", SPEC);
        then.getMetadata().setGeneration(generation);
        store(RuntimeSnapshot.of(job("demo"), then, TEXT));
        runtimes.start();
        snapshots.start();
        api.forgetRequests();
    }

    @Test
    @DisplayName(
            "of ConfigMaps that anybody labels nothing is kept but who they are, and those of somebody else are never read")
    void strangers() {
        ConfigMap stranger = new ConfigMapBuilder(RuntimeSnapshot.of(job("demo"), runtime("r", SPEC), TEXT))
                .editMetadata()
                .addToAnnotations("note", "x".repeat(100_000))
                .withOwnerReferences()
                .endMetadata()
                .addToData("more", "x".repeat(900_000))
                .build();
        store(stranger);
        snapshots.start();
        api.forgetRequests();

        ConfigMap kept = snapshots.find(RuntimeSnapshot.key(job("demo"))).orElseThrow();
        assertThat(kept.getData()).isNullOrEmpty();
        assertThat(kept.getMetadata().getAnnotations()).doesNotContainKey("note");
        assertThatThrownBy(() -> resolved("demo")).isInstanceOf(InvalidTrainJobException.class);
        assertThat(api.requests()).isEmpty();
    }

    @Test
    @DisplayName("a snapshot that is gone by the time it is read is made anew")
    void goneMeanwhile() {
        store(RuntimeSnapshot.of(job("demo"), runtime("r", SPEC), TEXT));
        snapshots.start();
        api.remove(ConfigMap.class, "team-a", "demo-runtime-snapshot");
        TrainingRuntime live = runtime("r", SPEC);
        live.getMetadata().setUid("uid-of-r");
        api.put(live);

        assertThat(resolved("demo").live()).isPresent();
    }

    @Test
    @DisplayName(
            "garbage that somebody has put into a snapshot is parsed once, and what is said of it is short (PIPE-90)")
    void garbageIsParsedOnce() {
        String garbage = "apiVersion: " + "x".repeat(500_000);

        Throwable first = catchThrowable(() -> resolver.parse(garbage));

        assertThat(first).isInstanceOf(RuntimeSnapshot.UncheckedParseException.class);
        assertThat(first.getMessage()).hasSizeLessThan(300);
        assertThat(catchThrowable(() -> resolver.parse(new StringBuilder(garbage).toString())))
                .as("remembered")
                .isSameAs(first);
    }

    @Test
    @DisplayName(
            "TrainJobs that ask for a missing runtime at the same time share one request, later ones ask anew (PIPE-90)")
    void missingForMany() {
        api.setLatency(() -> new InMemoryKubeApi.Latency(Duration.ofMillis(5), Duration.ofMillis(5)));
        List<CompletableFuture<RuntimeResolver.Resolved>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            answers.add(resolver.resolve(job("job-" + i)).subscribe().asCompletionStage());
        }
        time.advance(Duration.ofMillis(10));

        assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(api.requests()).hasSize(1);
        assertThatThrownBy(() -> resolved("later")).isInstanceOf(RuntimeNotFoundException.class);
        assertThat(api.requests()).hasSize(2);
    }

    @Test
    @DisplayName("that a runtime is too large to be kept is found out once, not for each of its TrainJobs (PIPE-90)")
    void tooLargeToBeKept() {
        TrainingRuntime large = runtime("r", SPEC);
        large.getMetadata().setUid("uid-of-r");
        large.getMetadata().setAnnotations(Map.of("note", "x".repeat(1_000_000)));
        api.put(large);
        runtimes.start();

        String first = catchThrowable(() -> resolved("one")).getMessage();

        assertThat(first).contains("at most 900 KiB");
        assertThat(catchThrowable(() -> resolved("another")).getMessage())
                .as("remembered")
                .isSameAs(first);
    }

    @Test
    @DisplayName("what is remembered has a limit")
    void theLimit() {
        WeightedCache<String, String> cache = new WeightedCache<>(100, (key, value) -> value.length());
        cache.remember("a", "x".repeat(40));
        cache.remember("b", "x".repeat(40));
        assertThat(cache.find("a")).isPresent();
        cache.remember("c", "x".repeat(40));
        assertThat(cache.find("b")).as("used least recently").isEmpty();
        cache.remember("a", "x".repeat(101));
        assertThat(cache.find("a")).as("too heavy").isEmpty();
        assertThat(cache.size()).isEqualTo(1);
    }

    private void store(ConfigMap snapshot) {
        snapshot.getMetadata().setUid("uid-of-" + snapshot.getMetadata().getName());
        api.put(snapshot);
    }

    private RuntimeResolver.Resolved resolved(String name) {
        return now(resolver.resolve(job(name)));
    }

    private <T> T now(Uni<T> answer) {
        CompletableFuture<T> stage = answer.subscribe().asCompletionStage();
        time.advance(Duration.ofSeconds(1));
        assertThat(stage).isDone();
        try {
            return stage.join();
        } catch (CompletionException failed) {
            throw (RuntimeException) failed.getCause();
        }
    }

    private static TrainJob job(String name) {
        return trainJob(name, "runtimeRef: {kind: TrainingRuntime, name: r}");
    }
}
