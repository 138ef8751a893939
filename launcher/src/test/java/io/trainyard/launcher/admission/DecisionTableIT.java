package io.trainyard.launcher.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.trainyard.launcher.admission.DecisionTable.Row;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Section 12 row by row: what the definitions alone refuse (422), and that they let everything else through to the webhooks. */
@DisplayName("Decision tables, definitions (T-01: refused here with 422)")
@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
class DecisionTableIT {
    private static final DecisionTable TABLE = DecisionTable.read();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final KubernetesClient client;
    private final String namespace;

    DecisionTableIT(TestCluster cluster, TestNamespace namespace) {
        this.client = cluster.adminClient();
        this.namespace = namespace.name();
    }

    static Stream<Row> created() {
        return TABLE.rows("create").stream().filter(row -> row.tree("spec").isPresent());
    }

    static Stream<Row> updated() {
        return TABLE.rows("update").stream().filter(row -> row.tree("spec").isPresent());
    }

    static Stream<Row> runtimes() {
        return TABLE.rows("runtimes-created").stream()
                .filter(row -> row.tree("spec").isPresent());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("created")
    void createdTrainJob(Row row) {
        GenericKubernetesResource trainJob = object("TrainJob", row.name(), spec(row, "spec"));
        verify(
                row,
                () -> client.resource(trainJob).inNamespace(namespace).dryRun().create());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updated")
    void updatedTrainJob(Row row) {
        GenericKubernetesResource stored = client.resource(
                        object("TrainJob", "update-" + NUMBER.incrementAndGet(), spec(row, "old")))
                .inNamespace(namespace)
                .create();
        stored.setAdditionalProperty("spec", spec(row, "spec"));
        verify(
                row,
                () -> client.resource(stored).inNamespace(namespace).dryRun().update());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runtimes")
    void runtime(Row row) {
        GenericKubernetesResource runtime =
                object("TrainingRuntime", row.name(), row.tree("spec").orElseThrow());
        row.tree("old").ifPresent(old -> {
            GenericKubernetesResource stored = client.resource(
                            object("TrainingRuntime", "update-" + NUMBER.incrementAndGet(), old))
                    .inNamespace(namespace)
                    .create();
            stored.setAdditionalProperty("spec", row.tree("spec").orElseThrow());
            verify(row, () -> client.resource(stored)
                    .inNamespace(namespace)
                    .dryRun()
                    .update());
        });
        verify(
                row,
                () -> client.resource(runtime).inNamespace(namespace).dryRun().create());
    }

    private static void verify(Row row, ThrowingCallable request) {
        if (!row.isInvalid()) {
            assertThatCode(request).doesNotThrowAnyException();
            return;
        }
        assertThatThrownBy(request).isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
            assertThat(refusal.getCode()).isEqualTo(422);
            assertThat(refusal.getStatus().getDetails().getCauses().stream()
                            .map(cause -> cause.getField())
                            .collect(Collectors.toSet()))
                    .containsAll(List.copyOf(row.list("fields")));
        });
    }

    private static Map<String, Object> spec(Row row, String part) {
        Map<String, Object> spec = row.tree(part).orElseThrow();
        spec.computeIfAbsent(
                "runtimeRef",
                absent -> new LinkedHashMap<>(Map.of(
                        "kind", "TrainingRuntime", "name", row.text("runtime").orElse("plain"))));
        return spec;
    }

    private static GenericKubernetesResource object(String kind, String name, Map<String, Object> spec) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion("trainer.kubeflow.org/v1alpha1");
        object.setKind(kind);
        object.setMetadata(new ObjectMetaBuilder().withName(name).build());
        object.setAdditionalProperty("spec", spec);
        return object;
    }
}
