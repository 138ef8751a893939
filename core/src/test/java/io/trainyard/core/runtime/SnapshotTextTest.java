package io.trainyard.core.runtime;

import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.runtime;
import static io.trainyard.core.fixture.Manifests.tree;
import static io.trainyard.core.fixture.Manifests.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SnapshotText (PIPE-70, PIPE-74)")
final class SnapshotTextTest {
    /** Values that a careless writer of YAML changes. */
    private static final String TRICKY =
            """
            mlPolicy: {numNodes: 2, torch: {numProcPerNode: auto}}
            podGroupPolicy: {volcano: {}}
            template:
              metadata: {labels: {version: "1.10", on: "on"}, annotations: {json: '{"a": [1]}'}}
              spec:
                future: {number: "5", bool: "true", none: "null", date: "2026-01-05", octal: "010", hex: "0x1F",
                         float: "1e3", time: "12:30:45", underscore: "1_000", inf: ".inf", tilde: "~", empty: "",
                         off: "off", yes: "y", multi: "a\\nb\\n", space: " x ", colon: "a: b", hash: "a # b", star: "*x"}
                numbers: [1, 2147483648, 1.5, 0, -3]
                replicatedJobs:
                  - name: node
                    template:
                      spec:
                        template:
                          spec:
                            containers:
                              - name: node
                                args: ["--lr", "0.1", "-c", "import os\\nprint('x')\\n"]
                                env: [{name: N, value: "1"}]
                                resources: {limits: {cpu: "2"}}
                            volumes: [{name: v, emptyDir: {}}]
            """;

    @Test
    @DisplayName("what is read is what was written: nothing is lost, and every text stays a text (T15)")
    void aNamespacedRuntimeComesBackAsItWas() throws JsonProcessingException {
        TrainingRuntime runtime = runtime("tricky", TRICKY);
        RuntimeResource read = SnapshotText.read(SnapshotText.write(runtime));
        assertThat(read).isInstanceOf(TrainingRuntime.class);
        assertThat(written(read).get("spec")).isEqualTo(written(runtime).get("spec"));
    }

    @Test
    @DisplayName(
            "what a live runtime is built from is what its text says, defaults of today included, without parsing it (PIPE-90)")
    void readBackWithoutTheText() throws JsonProcessingException {
        for (RuntimeResource runtime : List.of(
                runtime("tricky", TRICKY),
                clusterRuntime("r", "{mlPolicy: {mpi: {}}, podGroupPolicy: {coscheduling: {}}}"))) {
            runtime.getMetadata().setAnnotations(Map.of("a", "b: c"));
            runtime.getMetadata().setLabels(Map.of("l", "1.10"));
            assertThat(written(SnapshotText.readBack(runtime)))
                    .isEqualTo(written(SnapshotText.read(SnapshotText.write(runtime))));
        }
    }

    @Test
    @DisplayName("T16")
    void aClusterRuntimeComesBackAsItWas() throws JsonProcessingException {
        ClusterTrainingRuntime runtime = clusterRuntime("tricky", TRICKY);
        RuntimeResource read = SnapshotText.read(SnapshotText.write(runtime));
        assertThat(read).isInstanceOf(ClusterTrainingRuntime.class);
        assertThat(written(read).get("spec")).isEqualTo(written(runtime).get("spec"));
    }

    @Test
    @DisplayName(
            "other programs read the same: group, kind, name, spec, and an empty policy that selects a framework (trap"
                    + " 8, trap 20)")
    void otherProgramsReadTheSame() {
        Map<String, Object> text = tree(SnapshotText.write(runtime("tricky", TRICKY)));
        assertThat(text)
                .containsEntry("apiVersion", "trainer.kubeflow.org/v1alpha1")
                .containsEntry("kind", "TrainingRuntime")
                .containsEntry("metadata", tree("{name: tricky, namespace: team-a}"))
                .containsEntry("spec", written(runtime("tricky", TRICKY)).get("spec"));
        assertThat(tree(SnapshotText.write(clusterRuntime("r", "{mlPolicy: {torch: {}}}"))))
                .isEqualTo(tree("{apiVersion: trainer.kubeflow.org/v1alpha1, kind: ClusterTrainingRuntime, metadata:"
                        + " {name: r}, spec: {mlPolicy: {torch: {}}}}"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    mlPolicy: {torch: {}}                        | mlPolicy: {torch: {numProcPerNode: auto}}
                    mlPolicy: {torch: {numProcPerNode: 4}}       | mlPolicy: {torch: {numProcPerNode: 4}}
                    mlPolicy: {mpi: {}}                          | mlPolicy: {mpi: {numProcPerNode: 1, mpiImplementation: OpenMPI, sshAuthMountPath: /root/.ssh, runLauncherAsNode: false}}
                    mlPolicy: {mpi: {mpiImplementation: '', runLauncherAsNode: true, sshAuthMountPath: /a, numProcPerNode: 2}} | mlPolicy: {mpi: {mpiImplementation: '', runLauncherAsNode: true, sshAuthMountPath: /a, numProcPerNode: 2}}
                    podGroupPolicy: {coscheduling: {}}           | podGroupPolicy: {coscheduling: {scheduleTimeoutSeconds: 60}}
                    podGroupPolicy: {}                           | podGroupPolicy: {}
                    """)
    @DisplayName("PIPE-75: a runtime that an older release kept gets what its definition fills in today")
    void whatAnOlderReleaseLeftOutIsFilledIn(String kept, String today) throws JsonProcessingException {
        RuntimeResource read = SnapshotText.read(
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: ClusterTrainingRuntime, metadata: {name: r}, spec: {"
                        + kept + "}}");

        assertThat(written(read).get("spec"))
                .isEqualTo(written(clusterRuntime("r", "{" + today + "}")).get("spec"));
    }

    @Test
    @DisplayName("labels and annotations stay, what the server keeps about the object goes (PIPE-74)")
    void whatTheServerKeepsGoes() {
        TrainingRuntime runtime = runtime("r", "{}");
        runtime.getMetadata().setLabels(Map.of("l", "x"));
        runtime.getMetadata()
                .setAnnotations(Map.of("a", "x", "kubectl.kubernetes.io/last-applied-configuration", "{}"));
        runtime.getMetadata().setManagedFields(List.of(new ManagedFieldsEntry()));
        runtime.getMetadata().setOwnerReferences(List.of(new OwnerReference()));
        runtime.getMetadata().setFinalizers(List.of("f"));
        runtime.getMetadata().setCreationTimestamp("2026-01-05T10:00:00Z");
        assertThat(tree(SnapshotText.write(runtime)).get("metadata"))
                .isEqualTo(tree("{name: r, namespace: team-a, labels: {l: x}, annotations: {a: x}}"));
        assertThat(runtime.getMetadata().getFinalizers())
                .as("the runtime itself")
                .containsExactly("f");
        assertThat(runtime.getMetadata().getAnnotations()).hasSize(2);
    }

    @Test
    void theSameRuntimeGivesTheSameText() {
        assertThat(SnapshotText.write(runtime("r", TRICKY))).isEqualTo(SnapshotText.write(runtime("r", TRICKY)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "text",
                "[]",
                "a: [",
                "kind: [x]\n- y",
                "{kind: TrainingRuntime, spec: 5}",
                "{kind: TrainingRuntime, spec: {template: []}}"
            })
    void whatIsNoRuntimeIsRefused(String text) {
        assertThatThrownBy(() -> SnapshotText.read(text)).isInstanceOf(JsonProcessingException.class);
    }
}
