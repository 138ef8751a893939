package io.trainyard.core.model;

import static io.trainyard.core.model.JsonTrees.read;
import static io.trainyard.core.model.JsonTrees.tree;
import static io.trainyard.core.model.JsonTrees.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TrainJobJsonTest {

    @Test
    void everyFieldOfEveryReleaseSurvives() {
        // API-23 to API-67
        String text =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata:
                  name: full
                  namespace: team-a
                  labels: {a: b}
                spec:
                  runtimeRef: {apiGroup: trainer.kubeflow.org, kind: TrainingRuntime, name: torch}
                  initializer:
                    dataset:
                      storageUri: s3://bucket/data
                      env: [{name: REGION, value: eu}]
                      secretRef: {name: keys}
                    model: {storageUri: ""}
                  trainer:
                    image: example/train:1
                    command: [torchrun, train.py]
                    args: [--lr, "0.1"]
                    env:
                      - {name: EMPTY, value: ""}
                      - name: SECRET
                        valueFrom: {secretKeyRef: {name: keys, key: token, optional: true}}
                      - name: ADDRESS
                        valueFrom: {fieldRef: {apiVersion: v1, fieldPath: status.podIP}}
                    numNodes: 0
                    resourcesPerNode:
                      requests: {cpu: 500m, nvidia.com/gpu: "2"}
                      limits: {memory: 1Gi}
                      claims: [{name: device, request: big}]
                    numProcPerNode: 4
                  labels: {team: a}
                  annotations: {note: b}
                  podSpecOverrides:
                    - targetJobs: [{name: node}]
                      nodeSelector: {zone: b}
                      futureField: {deep: [1, 2, {x: null}]}
                  podTemplateOverrides:
                    - targetJobs: [{name: node}]
                      manager: example.com/me
                      metadata: {labels: {x: "y"}}
                      spec:
                        tolerations: [{operator: Exists}]
                        futureField: 1.5
                  runtimePatches:
                    - manager: example.com/me
                      time: "2026-01-01T00:00:00Z"
                      trainingRuntimeSpec:
                        template:
                          spec:
                            replicatedJobs:
                              - name: node
                                template: {spec: {template: {spec: {futureField: true}}}}
                  suspend: false
                  activeDeadlineSeconds: 3600
                  managedBy: kueue.x-k8s.io/multikueue
                  plugins:
                    - {name: recipe, parameters: {depth: 3, names: [a, b]}}
                status:
                  conditions:
                    - {type: Complete, status: "True", reason: Done, message: m, lastTransitionTime: "2026-01-01T00:00:00Z"}
                  jobsStatus: [{name: node, ready: 0, succeeded: 1, failed: 0, active: 0, suspended: 0}]
                  trainerStatus:
                    progressPercentage: 100
                    estimatedRemainingSeconds: 0
                    metrics: [{name: loss, value: "0.1"}]
                    lastUpdatedTime: "2026-01-01T00:00:00Z"
                  phase: Complete
                  nodes: 2
                  readyNodes: 0
                  selector: a=b
                  observedGeneration: 7
                """;

        assertThat(written(read(text, TrainJob.class))).isEqualTo(tree(text));
    }

    @Test
    void whatWasNotSaidIsNotWritten() {
        String text =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: bare}
                spec:
                  runtimeRef: {name: torch}
                """;
        TrainJob job = read(text, TrainJob.class);

        assertThat(written(job)).isEqualTo(tree(text));
        assertThat(job.getStatus()).isNull();
        assertThat(job.getSpec().trainer()).isNull();
        assertThat(job.getSpec().trainerOrEmpty()).isEqualTo(Trainer.EMPTY);
        assertThat(job.getSpec().suspend()).isNull();
        assertThat(job.getSpec().podTemplateOverrides()).isEmpty();
    }

    @Test
    void explicitNullsAndEmptyListsAreNotWritten() {
        TrainJob job = read(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: bare}
                spec:
                  runtimeRef: {name: torch, kind: null}
                  trainer: {env: [], image: null, numNodes: null}
                  labels: {}
                  podTemplateOverrides: []
                  runtimePatches: null
                """,
                TrainJob.class);

        assertThat(written(job).get("spec"))
                .isEqualTo(Map.of("runtimeRef", Map.of("name", "torch"), "trainer", Map.of()));
    }

    @Test
    void anEmptyCommandIsNotTheSameAsNone() {
        // API-34: null keeps the command of the runtime
        TrainJob job = read(
                "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"trainer\":{\"command\":[],\"args\":[\"\"]}}}",
                TrainJob.class);

        assertThat(job.getSpec().trainer().command()).isEmpty();
        assertThat(written(job).get("spec"))
                .isEqualTo(Map.of("trainer", Map.of("command", List.of(), "args", List.of(""))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "\"4\"", "\"auto\"", "\"cpu\"", "\"gpu\""})
    void theProcessCountKeepsTheFormOfTheUser(String value) {
        // TORCH-01, section 12 trap 6
        String text = "{\"spec\":{\"trainer\":{\"numProcPerNode\":" + value + "}}}";
        TrainJob job = read(text, TrainJob.class);

        assertThat(written(job).get("spec")).isEqualTo(tree(text).get("spec"));
        boolean quoted = value.startsWith("\"");
        assertThat(job.getSpec().trainer().numProcPerNode().getStrVal())
                .isEqualTo(quoted ? value.replace("\"", "") : null);
        assertThat(job.getSpec().trainer().numProcPerNode().getIntVal()).isEqualTo(quoted ? null : 4);
    }

    @Test
    void fieldsOfALaterReleaseDoNotStopTheReading() {
        TrainJob job = read(
                "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"future\":1,\"trainer\":{\"future\":{},\"numNodes\":2}},\"future\":[]}",
                TrainJob.class);

        assertThat(job.getSpec().trainer().numNodes()).isEqualTo(2);
    }

    @Test
    void derivedAnswersAreNotWritten() {
        TrainJob job = read(
                "{\"spec\":{\"suspend\":true,\"managedBy\":\"x/y\"},\"status\":{\"conditions\":[]}}", TrainJob.class);

        assertThat(job.getSpec().isSuspended()).isTrue();
        assertThat(job.getSpec().isManagedByTrainer()).isFalse();
        assertThat(written(job).get("spec")).isEqualTo(Map.of("suspend", true, "managedBy", "x/y"));
        assertThat(written(job).get("status")).isEqualTo(Map.of());
    }
}
