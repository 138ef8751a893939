package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Kueue's queues on the page (OPS-119)")
final class KueueListsTest {
    /** A controller that may list in two namespaces and not in the whole cluster, but for what has no namespace. */
    private final KubeReader restricted = new KubeReader() {
        @Override
        public <T extends HasMetadata> Uni<Optional<T>> get(Class<T> type, String namespace, String name) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace, Map<String, String> labels) {
            return Uni.createFrom().item(List.of());
        }

        @Override
        public Uni<List<GenericKubernetesResource>> listServed(String group, String kind, String namespace) {
            boolean may = kind.equals("ClusterQueue") || namespace.startsWith("team-");
            return may
                    ? Uni.createFrom().item(List.of(named(kind + " of " + namespace)))
                    : Uni.createFrom().failure(new IllegalStateException("forbidden"));
        }
    };

    private static GenericKubernetesResource named(String name) {
        return new GenericKubernetesResourceBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .build();
    }

    private static List<String> names(Uni<List<GenericKubernetesResource>> lists) {
        return lists.await().atMost(Duration.ofSeconds(60)).stream()
                .map(each -> each.getMetadata().getName())
                .toList();
    }

    @Test
    @DisplayName(
            "a controller that serves some namespaces shows the queues of each of them, and leaves out one that it may not read")
    void queuesOfServedNamespaces() {
        KueueLists lists = new KueueLists(restricted, List.of("team-a", "closed", "team-b"));

        assertThat(names(lists.ofNamespaces("LocalQueue")))
                .containsExactly("LocalQueue of team-a", "LocalQueue of team-b");
        assertThat(names(lists.ofCluster("ClusterQueue"))).containsExactly("ClusterQueue of ");
    }

    @Test
    @DisplayName("without the right for the whole cluster there are none, and the page goes on")
    void withoutRights() {
        assertThat(names(new KueueLists(restricted, List.of()).ofNamespaces("LocalQueue")))
                .isEmpty();
    }
}
