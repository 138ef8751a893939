package io.trainyard.core.model;

import static io.trainyard.core.model.JsonTrees.read;
import static io.trainyard.core.model.JsonTrees.tree;
import static io.trainyard.core.model.JsonTrees.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RuntimeJsonTest {

    private static final String TEMPLATE =
            """
              template:
                metadata: {labels: {a: b}, annotations: {c: d}}
                spec:
                  futurePolicy: {nested: [{deep: 1}, 2.5, "x", true, []]}
                  volumeClaimPolicies:
                    - templates: [{metadata: {name: data}, spec: {resources: {requests: {storage: 20Gi}}}}]
                  network: {enableDNSHostnames: true, publishNotReadyAddresses: false, subdomain: ring}
                  replicatedJobs:
                    - name: node
                      replicas: 1
                      futureField: {}
                      template:
                        spec:
                          template:
                            spec:
                              futureField: 12345678901
                              containers:
                                - name: node
                                  image: example/train:1
                                  futureField: [null, {a: null}]
                                  resources: {requests: {cpu: 1, memory: 1.5Gi}}
                                  env: [{name: A, value: ""}]
            """;

    @Test
    void unknownFieldsInsideTheTemplateSurvive() {
        // JOBSET-04, API-152
        String text =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: team, namespace: team-a}
                spec:
                """
                        + TEMPLATE;

        assertThat(written(read(text, TrainingRuntime.class))).isEqualTo(tree(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{numNodes: 0}",
                "{torch: {}}",
                "{numNodes: 2, torch: {numProcPerNode: auto}}",
                "{torch: {numProcPerNode: 8}}",
                "{torch: {numProcPerNode: \"8\"}}",
                "{torch: {envInjection: {targets: [{jobName: side, containerNames: [a, b]}]}}}",
                "{torch: {elasticPolicy: {}}}",
                "{torch: {elasticPolicy: {minNodes: 1, maxNodes: 3, maxRestarts: 0, metrics: [{type: Resource, resource:"
                        + " {name: cpu, target: {type: Utilization, averageUtilization: 70}}}]}}}",
                "{mpi: {numProcPerNode: 2, mpiImplementation: \"\", sshAuthMountPath: /home/me/.ssh, runLauncherAsNode:"
                        + " false}}",
                "{jax: {}}",
                "{xgboost: {}}",
                "{flux: {numProcPerNode: 1}}",
                "{tensorflow: {}}",
                "{tensorflow: {port: 1, successPolicy: AllWorkers, dynamicWorkers: true, evaluatorInCluster: false}}",
                "{numNodes: 2, paddle: {port: 36543}}",
                "{plugin: {name: recipe, parameters: {deep: [1, {x: y}]}}}",
            })
    void everyPolicySurvives(String policy) {
        // API-100 to API-127; an empty object is what selects a framework
        String text =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: r}
                spec:
                  mlPolicy:\s"""
                        + policy;

        assertThat(written(read(text, ClusterTrainingRuntime.class))).isEqualTo(tree(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{coscheduling: {scheduleTimeoutSeconds: 0}}",
                "{volcano: {}}",
                "{volcano: {networkTopology: {mode: hard, highestTierAllowed: 1}}}",
                "{volcano: {networkTopology: {topologyKey: zone, networkPolicy: Strict}}}",
                "{kai: {queue: q, priorityClassName: p, topologyConstraint: {topology: t, requiredTopologyLevel: a,"
                        + " preferredTopologyLevel: b}}}",
                "{plugin: {name: vendor}}",
            })
    void everyGangPolicySurvives(String policy) {
        // API-130 to API-144
        String text =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: r}
                spec:
                  podGroupPolicy:\s"""
                        + policy;

        assertThat(written(read(text, ClusterTrainingRuntime.class))).isEqualTo(tree(text));
    }

    @Test
    void anEmptyPolicyIsSelectedAndAnAbsentOneIsNot() {
        MLPolicy policy = read("{\"spec\":{\"mlPolicy\":{\"torch\":{},\"jax\":null}}}", TrainingRuntime.class)
                .getSpec()
                .mlPolicy();

        assertThat(policy.torch()).isNotNull();
        assertThat(policy.jax()).isNull();
        assertThat(policy.hasFramework()).isTrue();
        assertThat(read("{\"spec\":{\"mlPolicy\":{\"numNodes\":1}}}", TrainingRuntime.class)
                        .getSpec()
                        .mlPolicy()
                        .hasFramework())
                .isFalse();
    }

    @Test
    void explicitNullsAndEmptyListsOfPoliciesAreNotWritten() {
        TrainingRuntime runtime = read(
                "{\"metadata\":{\"name\":\"r\"},\"spec\":{\"podGroupPolicy\":null,\"mlPolicy\":{\"numNodes\":null,\"torch\":"
                        + "{\"elasticPolicy\":{\"metrics\":[]},\"envInjection\":{\"targets\":[]}}}}}",
                TrainingRuntime.class);

        assertThat(written(runtime).get("spec"))
                .isEqualTo(Map.of(
                        "mlPolicy", Map.of("torch", Map.of("elasticPolicy", Map.of(), "envInjection", Map.of()))));
    }

    @Test
    void theTemplateIsAPlainTree() {
        Map<String, Object> spec = read(
                        "{\"spec\":{\"template\":{\"spec\":{\"replicatedJobs\":[{\"name\":\"node\"}]}}}}",
                        TrainingRuntime.class)
                .getSpec()
                .template()
                .spec();

        assertThat(spec).isEqualTo(Map.of("replicatedJobs", List.of(Map.of("name", "node"))));
    }
}
