package io.trainyard.core.runtime;

import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.runtime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static io.trainyard.core.fixture.Manifests.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("RuntimeSnapshot")
final class RuntimeSnapshotTest {
    private static final String SPEC =
            "{mlPolicy: {numNodes: 2, torch: {numProcPerNode: auto}}, template: {spec: {replicatedJobs: []}}}";
    private static final SnapshotKey KEY = SnapshotKey.random();
    private static final TrainJob DEMO = trainJob("demo", "runtimeRef: {kind: TrainingRuntime, name: r}");

    @Test
    @DisplayName("a ConfigMap of the TrainJob, immutable, with the runtime as text (PIPE-70, PIPE-74, T15)")
    void aConfigMapOfTheTrainJob() {
        Map<String, Object> snapshot = written(snapshot());
        assertThat(snapshot)
                .containsEntry("immutable", true)
                .containsEntry("data", Map.of("runtime", SnapshotText.write(runtime("r", SPEC))));
        assertThat(snapshot.get("metadata"))
                .isEqualTo(tree(
                        """
                                name: demo-runtime-snapshot
                                namespace: team-a
                                labels: {app.kubernetes.io/managed-by: trainyard}
                                annotations: {trainer.kubeflow.org/runtime-generation: "3", trainyard.dev/runtime-signature: %s}
                                ownerReferences:
                                  - {apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: demo, uid: uid-of-demo, controller: true, blockOwnerDeletion: true}
                                """
                                .formatted(KEY.sign(
                                        "uid-of-demo",
                                        runtime("r", SPEC).getMetadata().getUid(),
                                        SnapshotText.write(runtime("r", SPEC))))));
        assertThat(RuntimeSnapshot.key(DEMO)).isEqualTo(new ResourceKey("team-a", "demo-runtime-snapshot"));
    }

    @Test
    void whatWasWrittenIsRead() {
        RuntimeDefinition definition = read(DEMO, snapshot());
        assertThat(definition.kind()).isEqualTo("TrainingRuntime");
        assertThat(definition.name()).isEqualTo("r");
        assertThat(definition.spec()).isEqualTo(runtime("r", SPEC).getSpec());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: r}",
                "{kind: ClusterTrainingRuntime, name: r}",
                "{apiGroup: '', kind: '', name: r}",
                "{apiGroup: kubeflow.org, name: r}"
            })
    @DisplayName("a missing kind means a cluster runtime (API-10)")
    void aMissingKindMeansAClusterRuntime(String reference) {
        TrainJob trainJob = trainJob("demo", "runtimeRef: " + reference);
        ConfigMap snapshot = RuntimeSnapshot.of(
                trainJob, clusterRuntime("r", SPEC), SnapshotText.write(clusterRuntime("r", SPEC)), KEY);
        assertThat(read(trainJob, snapshot).name()).isEqualTo("r");
    }

    @Nested
    @DisplayName("a snapshot that cannot be used is an error, never a fallback (PIPE-72, T27)")
    final class Refusals {
        @Test
        void ofAnotherUid() {
            ConfigMap snapshot = snapshot();
            snapshot.getMetadata().getOwnerReferences().get(0).setUid("of-another");
            snapshot.getMetadata().getOwnerReferences().get(0).setName("another");
            refuses(snapshot, "belongs to something else");
        }

        @Test
        @DisplayName("but one of another TrainJob of the same name is nobody's mistake: either of the two goes away")
        void ofANamesake() {
            ConfigMap snapshot = snapshot();
            snapshot.getMetadata().getOwnerReferences().get(0).setUid("of-an-earlier-one");
            assertThatThrownBy(() -> read(DEMO, snapshot))
                    .isInstanceOf(StaleViewException.class)
                    .hasMessageContaining("belongs to another TrainJob of this name");
        }

        @Test
        void withoutControllingOwner() {
            ConfigMap snapshot = snapshot();
            snapshot.getMetadata().getOwnerReferences().get(0).setController(false);
            refuses(snapshot, "belongs to something else");
            snapshot.getMetadata().setOwnerReferences(List.of());
            refuses(snapshot, "belongs to something else");
        }

        @Test
        void withoutDataKey() {
            ConfigMap snapshot = snapshot();
            snapshot.setData(Map.of("other", "x"));
            refuses(snapshot, "has no data.runtime");
            snapshot.setData(null);
            refuses(snapshot, "has no data.runtime");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "a: [",
                    "",
                    "null",
                    "text",
                    "kind: TrainingRuntime",
                    "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainingRuntime, metadata: null}",
                    "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainingRuntime, metadata: {name: null}}",
                    "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainingRuntime, metadata: {namespace: x}}",
                    "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainingRuntime, metadata: {name: r}, spec:"
                            + " {template: 5}}",
                    "{apiVersion: v1, kind: ConfigMap, metadata: {name: r}}"
                })
        void thatIsNoRuntime(String text) {
            refuses(with(text), "demo-runtime-snapshot");
        }

        @Test
        void ofAnotherName() {
            refuses(with(SnapshotText.write(runtime("other", SPEC))), "TrainingRuntime other", "spec.runtimeRef");
        }

        @Test
        void ofAnotherKind() {
            refuses(with(SnapshotText.write(clusterRuntime("r", SPEC))), "ClusterTrainingRuntime r");
        }

        @Test
        void ofAnotherGroup() {
            refuses(
                    with(SnapshotText.write(runtime("r", SPEC)).replace("trainer.kubeflow.org/v1", "other.org/v1")),
                    "other.org");
        }

        private void refuses(ConfigMap snapshot, String... words) {
            assertThatThrownBy(() -> read(DEMO, snapshot))
                    .isInstanceOf(InvalidTrainJobException.class)
                    .hasMessageStartingWith("unable to get runtime snapshot: ConfigMap team-a/demo-runtime-snapshot")
                    .hasMessageContainingAll(words);
        }

        private static ConfigMap with(String text) {
            ConfigMap snapshot = snapshot();
            snapshot.setData(Map.of("runtime", text));
            return snapshot;
        }
    }

    private static ConfigMap snapshot() {
        return RuntimeSnapshot.of(DEMO, runtime("r", SPEC), SnapshotText.write(runtime("r", SPEC)), KEY);
    }

    private static RuntimeDefinition read(TrainJob trainJob, ConfigMap snapshot) {
        return RuntimeSnapshot.read(trainJob, snapshot, text -> {
            try {
                return RuntimeDefinition.of(SnapshotText.read(text));
            } catch (JsonProcessingException e) {
                throw new RuntimeSnapshot.UncheckedParseException(e);
            }
        });
    }
}
