package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.inspect.JobInspector;
import io.trainyard.core.kube.KubeReader;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.view.JobObjects;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What all viewers read together (OPS-118)")
final class SharedReadsTest {
    private static final Pod POD = Objects.pod("bert", 0, "{containers: [{name: node}]}", "{phase: Running}");

    private final ManualTimeSource time = new ManualTimeSource();
    private final List<String> requests = new ArrayList<>();
    private final SharedReads reads = new SharedReads(
            new SharedReads.Caches(key -> Optional.empty(), key -> Optional.empty(), new Pods()), api(), time);

    private static TrainJob job(String name) {
        return Objects.running(name, "{phase: Running, nodes: 1, readyNodes: 1}");
    }

    @Test
    void aThousandLooksAtTwoJobsListNoPodsAndEverythingElseOnceForTheNamespace() {
        JobInspector inspector = new JobInspector(reads, time.clock());

        for (int i = 0; i < 500; i++) {
            JobObjects bert = inspector.inspect(job("bert")).await().indefinitely();
            inspector.inspect(job("llama")).await().indefinitely();
            assertThat(bert.pods()).containsExactly(POD);
        }

        assertThat(requests)
                .doesNotContain("list Pod team-a")
                .containsOnlyOnce("list Event team-a")
                .containsOnlyOnce("listServed Workload team-a")
                .as("one for each job")
                .filteredOn("list Job team-a"::equals)
                .hasSize(2);
    }

    @Test
    void whatWasReadHoldsForSecondsOnly() {
        reads.list(Event.class, "team-a", Map.of()).await().indefinitely();
        time.advance(Duration.ofSeconds(5));
        reads.list(Event.class, "team-a", Map.of()).await().indefinitely();

        assertThat(requests).containsExactly("list Event team-a", "list Event team-a");
    }

    private KubeReader api() {
        return (KubeReader) Proxy.newProxyInstance(
                KubeReader.class.getClassLoader(), new Class<?>[] {KubeReader.class}, (proxy, method, arguments) -> {
                    String kind = arguments[0] instanceof Class<?> type
                            ? type.getSimpleName()
                            : String.valueOf(arguments.length > 1 ? arguments[1] : "");
                    String namespace =
                            method.getName().equals("listServed") ? arguments[2].toString() : arguments[1].toString();
                    requests.add(method.getName() + " " + kind + " " + namespace);
                    return method.getName().startsWith("list")
                            ? Uni.createFrom().item(List.<GenericKubernetesResource>of())
                            : Uni.createFrom().item(Optional.<HasMetadata>empty());
                });
    }

    /** One pod, of the job bert. */
    private static final class Pods implements ObjectCache<Pod> {
        @Override
        public Optional<Pod> find(ResourceKey key) {
            return Optional.empty();
        }

        @Override
        public Collection<Pod> all() {
            return List.of(POD);
        }

        @Override
        public Collection<Pod> inNamespace(String namespace) {
            return all();
        }

        @Override
        public Collection<Pod> byIndex(String index, String value) {
            return SharedReads.jobs(POD).contains(value) ? all() : List.of();
        }

        @Override
        public boolean isSynced() {
            return true;
        }
    }
}
