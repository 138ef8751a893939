package io.trainyard.core.runtime;

import static io.trainyard.core.fixture.Manifests.runtime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Kept runtimes, as reviews read them (VAL-25, PIPE-70)")
final class KeptRuntimesTest {
    private static final SnapshotKey KEY = SnapshotKey.random();
    private static final RuntimeResource RUNTIME = runtime("r", "{mlPolicy: {numNodes: 2}}");
    private static final TrainJob DEMO = trainJob("demo", "runtimeRef: {kind: TrainingRuntime, name: r}");

    @Test
    void theRuntimeThatWasKeptIsFound() {
        assertThat(kept(snapshot(SnapshotText.write(RUNTIME)))).hasValueSatisfying(found -> {
            assertThat(found.getMetadata().getName()).isEqualTo("r");
            assertThat(found.getSpec()).isEqualTo(RUNTIME.getSpec());
        });
    }

    @Test
    void withoutSnapshotThereIsNone() {
        assertThat(kept(null)).isEmpty();
    }

    @Test
    @DisplayName("a snapshot that the controller has not signed counts as none, however good it looks (PIPE-94)")
    void anUnsignedSnapshotCountsAsNone() {
        ConfigMap usual = snapshot(SnapshotText.write(RUNTIME));
        assertThat(kept(new ConfigMapBuilder(usual)
                        .editMetadata()
                        .removeFromAnnotations("trainyard.dev/runtime-signature")
                        .endMetadata()
                        .build()))
                .isEmpty();
        assertThat(kept(new ConfigMapBuilder(usual)
                        .addToData("runtime", SnapshotText.write(runtime("r", "{mlPolicy: {numNodes: 3}}")))
                        .build()))
                .isEmpty();
    }

    @Test
    @DisplayName("a snapshot of somebody else, or one that cannot be used, counts as none")
    void anUnusableSnapshotCountsAsNone() {
        ConfigMap usual = snapshot(SnapshotText.write(RUNTIME));
        assertThat(kept(new ConfigMapBuilder(usual)
                        .editMetadata()
                        .withOwnerReferences()
                        .endMetadata()
                        .build()))
                .isEmpty();
        assertThat(kept(snapshot("{"))).isEmpty();
        assertThat(kept(snapshot(SnapshotText.write(runtime("other", "{}"))))).isEmpty();
        assertThat(kept(new ConfigMapBuilder(usual).withData(Map.of()).build())).isEmpty();
    }

    private static Optional<RuntimeResource> kept(ConfigMap snapshot) {
        ManualTimeSource time = new ManualTimeSource();
        CompletableFuture<Optional<RuntimeResource>> found = new KeptRuntimes(
                        new One(snapshot), new InMemoryKubeApi(time), new SnapshotContents(time), KEY)
                .find(DEMO)
                .subscribe()
                .asCompletionStage();
        time.advance(Duration.ofSeconds(1));
        return found.join();
    }

    private static ConfigMap snapshot(String text) {
        return RuntimeSnapshot.of(DEMO, RUNTIME, text, KEY);
    }

    /** A cache of one object, or of none. */
    private record One(ConfigMap object) implements ObjectCache<ConfigMap> {
        @Override
        public Optional<ConfigMap> find(ResourceKey key) {
            return Optional.ofNullable(object)
                    .filter(present -> present.getMetadata().getName().equals(key.name()));
        }

        @Override
        public Collection<ConfigMap> all() {
            return List.of();
        }

        @Override
        public Collection<ConfigMap> inNamespace(String namespace) {
            return List.of();
        }

        @Override
        public Collection<ConfigMap> byIndex(String index, String value) {
            return List.of();
        }

        @Override
        public boolean isSynced() {
            return true;
        }
    }
}
