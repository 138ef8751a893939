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
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.LaggingCache;
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
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("RuntimeResolver: only metadata of snapshots is watched (PIPE-90)")
final class RuntimeResolverTest {
    private static final String SPEC = "{mlPolicy: {numNodes: 2}, template: {spec: {replicatedJobs: []}}}";
    private static final SnapshotKey KEY = SnapshotKey.random();
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
                KEY,
                SizeLimits.DEFAULT,
                new OwnWrites<>(snapshots, time),
                runtimes,
                api.cache(ClusterTrainingRuntime.class, Map.of()),
                time);
        kept = resolver.kept(api);
    }

    @Test
    @DisplayName(
            "after a restart the snapshots of a runtime that has changed are read once each, and its text is remembered once (PIPE-90)")
    void oneReadForASnapshot() {
        for (int i = 0; i < 50; i++) {
            store(RuntimeSnapshot.of(job("job-" + i), runtime("r", SPEC), TEXT, KEY));
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
        putRuntime(SPEC);
        store(signed("demo"));
        start();

        assertThat(resolved("demo").live()).isEmpty();

        assertThat(api.requests()).isEmpty();
    }

    @ParameterizedTest
    @DisplayName(
            "a runtime that was edited, in an annotation alone, or made anew with another spec is not taken for what the snapshot holds (PIPE-73, PIPE-90)")
    @ValueSource(
            strings = {
                "{spec: {mlPolicy: {numNodes: 5}}}",
                "{metadata: {annotations: {model: other}}}",
                "{metadata: {uid: another}, spec: {mlPolicy: {numNodes: 5}}}"
            })
    void edited(String change) {
        putRuntime(SPEC);
        store(signed("demo"));
        api.patch(TrainingRuntime.class, "r", change);
        start();

        RuntimeDefinition definition = resolved("demo").definition();

        assertThat(definition.spec().mlPolicy().numNodes()).isEqualTo(2);
        assertThat(definition.annotations()).isEmpty();
        assertThat(api.requests()).hasSize(1);
    }

    @Test
    @DisplayName(
            "one that another controller made is signed when it says what the runtime says, defaults of today included (PIPE-94)")
    void signsWhatSaysTheSame() {
        putRuntime("{mlPolicy: {torch: {numProcPerNode: auto}}}");
        store(unsigned("{mlPolicy: {torch: {}}}"));
        start();

        assertThat(resolved("demo").definition().spec().mlPolicy().torch().numProcPerNode())
                .isEqualTo(runtimes.all()
                        .iterator()
                        .next()
                        .getSpec()
                        .mlPolicy()
                        .torch()
                        .numProcPerNode());
        ConfigMap stored = api.find(ConfigMap.class, "demo-runtime-snapshot").orElseThrow();
        assertThat(RuntimeSnapshot.isSigned(job("demo"), stored, KEY)).isTrue();

        snapshots.deliver();
        api.forgetRequests();
        resolved("demo");
        assertThat(api.writes()).as("once").isEmpty();
    }

    @Test
    @DisplayName(
            "one that is not signed and says something else is not built from, nor is one with a signature of somebody else (PIPE-94)")
    void forged() {
        putRuntime(SPEC);
        store(unsigned("{mlPolicy: {numNodes: 9}}"));
        start();
        assertThatThrownBy(() -> resolved("demo"))
                .isInstanceOf(UntrustedSnapshotException.class)
                .hasMessageContaining("says something else than its runtime");

        api.patch(TrainingRuntime.class, "r", "{spec: {mlPolicy: {numNodes: 5}}}");
        runtimes.deliver();
        ConfigMap forged = signed("demo");
        forged.setData(Map.of("runtime", TEXT.replace("numNodes: 2", "numNodes: 9")));
        store(forged);
        snapshots.deliver();
        assertThatThrownBy(() -> resolved("demo"))
                .isInstanceOf(UntrustedSnapshotException.class)
                .hasMessageContaining("not signed by this controller");

        ConfigMap ofAnother = signed("another");
        ofAnother.getMetadata().setName("demo-runtime-snapshot");
        ofAnother.getMetadata().setOwnerReferences(signed("demo").getMetadata().getOwnerReferences());
        store(ofAnother);
        snapshots.deliver();
        assertThatThrownBy(() -> resolved("demo"))
                .as("of another TrainJob of this runtime")
                .isInstanceOf(UntrustedSnapshotException.class);
    }

    @Test
    @DisplayName("what is not signed and larger than a runtime may be is not parsed (PIPE-94)")
    void tooLargeToBeParsed() {
        putRuntime(SPEC);
        ConfigMap large = unsigned(SPEC);
        // Parsed it would say the same.
        large.setData(Map.of("runtime", TEXT + "#" + "x".repeat(128 << 10)));
        store(large);
        start();

        assertThatThrownBy(() -> resolved("demo")).isInstanceOf(UntrustedSnapshotException.class);
    }

    @Test
    @DisplayName(
            "one that is not signed goes when there is a runtime to make another from, and stays when there is none (PIPE-94)")
    void discarded() {
        store(unsigned(SPEC));
        start();
        UntrustedSnapshotException untrusted = (UntrustedSnapshotException) catchThrowable(() -> resolved("demo"));
        assertThat(untrusted).hasMessageContaining("its runtime is gone");
        assertThatThrownBy(() -> now(resolver.discard(job("demo"), untrusted)))
                .isInstanceOf(RuntimeNotFoundException.class);
        assertThat(api.find(ConfigMap.class, "demo-runtime-snapshot")).isPresent();

        putRuntime(SPEC);
        runtimes.deliver();
        now(resolver.discard(job("demo"), untrusted));

        assertThat(api.find(ConfigMap.class, "demo-runtime-snapshot")).isEmpty();
        assertThat(resolved("demo").live())
                .as("although the watch has not told of it")
                .isPresent();
    }

    private void putRuntime(String spec) {
        api.put(runtime("r", spec));
    }

    private ConfigMap signed(String job) {
        TrainingRuntime live = runtime("r", SPEC);
        live.getMetadata()
                .setUid(api.find(TrainingRuntime.class, "r")
                        .map(stored -> stored.getMetadata().getUid())
                        .orElse("gone"));
        return RuntimeSnapshot.of(job(job), live, TEXT, KEY);
    }

    private ConfigMap unsigned(String spec) {
        ConfigMap unsigned = signed("demo");
        unsigned.getMetadata().setAnnotations(Map.of());
        unsigned.setData(Map.of("runtime", SnapshotText.write(runtime("r", spec))));
        return unsigned;
    }

    private void start() {
        runtimes.start();
        snapshots.start();
        api.forgetRequests();
    }

    @Test
    @DisplayName(
            "of ConfigMaps that anybody labels nothing is kept but who they are, and those of somebody else are never read")
    void strangers() {
        ConfigMap stranger = new ConfigMapBuilder(RuntimeSnapshot.of(job("demo"), runtime("r", SPEC), TEXT, KEY))
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
        store(RuntimeSnapshot.of(job("demo"), runtime("r", SPEC), TEXT, KEY));
        snapshots.start();
        api.remove(ConfigMap.class, "team-a", "demo-runtime-snapshot");
        TrainingRuntime live = runtime("r", SPEC);
        live.getMetadata().setUid("uid-of-r");
        api.put(live);

        assertThat(resolved("demo").live()).isPresent();
    }

    @Test
    @DisplayName("what is said of garbage that somebody has put into a snapshot is short (PIPE-90)")
    void garbage() {
        String garbage = "apiVersion: " + "x".repeat(500_000);

        assertThatThrownBy(() -> resolver.parse(garbage))
                .isInstanceOf(RuntimeSnapshot.UncheckedParseException.class)
                .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(300));
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

    @ParameterizedTest
    @DisplayName("a runtime of more than 128 KiB is not built from (PIPE-74)")
    @CsvSource({"127, true", "129, false"})
    void tooLarge(int kib, boolean fits) {
        putRuntime(SPEC);
        api.patch(
                TrainingRuntime.class,
                "r",
                "{metadata: {annotations: {note: " + "x".repeat(kib * 1024 - 512)
                        + ", kubectl.kubernetes.io/last-applied-configuration: " + "x".repeat(4096) + "}}}");
        runtimes.start();

        Throwable refusal = catchThrowable(() -> resolved("one"));

        if (fits) {
            assertThat(refusal).isNull();
        } else {
            assertThat(refusal)
                    .isInstanceOf(InvalidTrainJobException.class)
                    .hasMessageContainingAll("TrainingRuntime r has 129 KiB of JSON", "may have 128", "maxRuntimeKiB");
        }
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
