package io.trainyard.launcher.crds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the definitions alone accept, refuse and fill in, with no web hook installed (api.md section 12). */
@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
class SchemaAdmissionIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;
    private final String namespace;

    SchemaAdmissionIT(TestCluster cluster, TestNamespace namespace) {
        this.client = cluster.adminClient();
        this.namespace = namespace.name();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    API-37  | spec.trainer.numNodes                | {trainer: {numNodes: -1}}
                    API-39  | spec.trainer.numProcPerNode          | {trainer: {numProcPerNode: 1.5}}
                    API-40  | spec.trainer.numProcPerNode          | {trainer: {numProcPerNode: 0}}
                    API-30  | spec.initializer.model.env[1]        | {initializer: {model: {env: [{name: A}, {name: A}]}}}
                    API-29  | spec.initializer.dataset.storageUri  | {initializer: {dataset: {storageUri: 's3://'}}}
                    API-29  | spec.initializer.model.storageUri    | {initializer: {model: {storageUri: /data}}}
                    API-46  | spec.podTemplateOverrides[0].targetJobs         | {podTemplateOverrides: [{}]}
                    API-46  | spec.podTemplateOverrides[0].targetJobs[0].name | {podTemplateOverrides: [{targetJobs: [{name: ''}]}]}
                    API-17  | spec.podTemplateOverrides[0].spec.containers[0].volumeMounts[1] | {podTemplateOverrides: [{targetJobs: [{name: n}], spec: {containers: [{name: c, volumeMounts: [{name: a, mountPath: /x}, {name: b, mountPath: /x}]}]}}]}
                    API-50  | spec.podSpecOverrides[0].imagePullSecrets[1]    | {podSpecOverrides: [{targetJobs: [{name: n}], imagePullSecrets: [{name: a}, {name: a}]}]}
                    API-51  | spec.runtimePatches[1]               | {runtimePatches: [{manager: a.b/c}, {manager: a.b/c}]}
                    API-52  | spec.runtimePatches[0].manager       | {runtimePatches: [{manager: ''}]}
                    API-18  | spec.runtimePatches[0].trainingRuntimeSpec.template.spec.replicatedJobs[0].template.spec.template.spec.terminationGracePeriodSeconds | {runtimePatches: [{manager: a.b/c, trainingRuntimeSpec: {template: {spec: {replicatedJobs: [{name: n, template: {spec: {template: {spec: {terminationGracePeriodSeconds: -1}}}}}]}}}}]}
                    API-65  | spec.activeDeadlineSeconds           | {activeDeadlineSeconds: 0}
                    API-66  | spec.managedBy                       | {managedBy: ''}
                    API-203 | spec.plugins[1]                      | {plugins: [{name: a}, {name: a}]}
                    API-201 | spec.plugins[0].name                 | {plugins: [{name: -a}]}
                    """)
    void trainJobIsRefused(String rule, String field, String spec) {
        assertRefused(() -> dryRun(trainJob("bad", spec)), field);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    API-101 | spec.mlPolicy                              | {mlPolicy: {torch: {}, mpi: {}}}
                    API-101 | spec.mlPolicy                              | {mlPolicy: {jax: {}, plugin: {name: a}}}
                    API-102 | spec.mlPolicy                              | {mlPolicy: {numNodes: 2, torch: {elasticPolicy: {}}}}
                    API-103 | spec.mlPolicy.numNodes                     | {mlPolicy: {numNodes: -1}}
                    API-105 | spec.mlPolicy.torch.numProcPerNode         | {mlPolicy: {torch: {numProcPerNode: banana}}}
                    API-105 | spec.mlPolicy.torch.numProcPerNode         | {mlPolicy: {torch: {numProcPerNode: 0}}}
                    API-106 | spec.mlPolicy.torch.elasticPolicy          | {mlPolicy: {torch: {elasticPolicy: {minNodes: 5, maxNodes: 3}}}}
                    API-110 | spec.mlPolicy.torch.elasticPolicy.metrics[0].resource.target | {mlPolicy: {torch: {elasticPolicy: {metrics: [{type: Resource, resource: {name: cpu}}]}}}}
                    API-114 | spec.mlPolicy.torch.envInjection.targets[0].containerNames | {mlPolicy: {torch: {envInjection: {targets: [{jobName: j, containerNames: [node]}]}}}}
                    API-116 | spec.mlPolicy.mpi.numProcPerNode           | {mlPolicy: {mpi: {numProcPerNode: 0}}}
                    API-116 | spec.mlPolicy.mpi.numProcPerNode           | {mlPolicy: {mpi: {numProcPerNode: auto}}}
                    API-117 | spec.mlPolicy.mpi.mpiImplementation        | {mlPolicy: {mpi: {mpiImplementation: LAM}}}
                    API-123 | spec.mlPolicy.flux.numProcPerNode          | {mlPolicy: {flux: {numProcPerNode: 0}}}
                    API-130 | spec.podGroupPolicy                        | {podGroupPolicy: {coscheduling: {}, volcano: {}}}
                    API-139 | spec.podGroupPolicy.volcano.networkTopology | {podGroupPolicy: {volcano: {networkTopology: {mode: hard, topologyKey: a/b}}}}
                    API-139 | spec.podGroupPolicy.volcano.networkTopology | {podGroupPolicy: {volcano: {networkTopology: {highestTierAllowed: 1, highestTierName: a}}}}
                    KAI-10  | spec.podGroupPolicy.kai.minMember          | {podGroupPolicy: {kai: {minMember: 0}}}
                    KAI-10  | spec.podGroupPolicy.kai.preemptionDelay    | {podGroupPolicy: {kai: {preemptionDelay: soon}}}
                    KAI-11  | spec.podGroupPolicy.kai.topologyConstraint | {podGroupPolicy: {kai: {topologyConstraint: {topology: t}}}}
                    WKLD-20 | spec.podGroupPolicy.workload               | {podGroupPolicy: {workload: {}}}
                    API-150 | spec.template                              | {template: {}}
                    API-152 | spec.template.spec                         | {template: {spec: {startupPolicy: {startupPolicyOrder: InOrder}, replicatedJobs: [{name: a, template: {}}, {name: b, dependsOn: [{name: a, status: Ready}], template: {}}]}}}
                    API-156 | spec.template.spec.replicatedJobs[0].dependsOn[0].status | {template: {spec: {replicatedJobs: [{name: a, template: {}, dependsOn: [{name: x, status: Done}]}]}}}
                    API-165 | spec.template.spec.volumeClaimPolicies[0]  | {template: {spec: {volumeClaimPolicies: [{templates: [{metadata: {name: a, namespace: b}}]}]}}}
                    """)
    void runtimeIsRefused(String rule, String field, String spec) {
        assertRefused(() -> dryRun(runtime("bad", spec)), field);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    API-104 | {mlPolicy: {torch: {}}}
                    VAL-60  | {mlPolicy: {torch: {numProcPerNode: '4'}}}
                    API-117 | {mlPolicy: {mpi: {mpiImplementation: Intel}}}
                    API-133 | {podGroupPolicy: {volcano: {}}}
                    API-138 | {podGroupPolicy: {volcano: {networkTopology: {topologyKey: topology.kubernetes.io/zone, networkPolicy: strict}}}}
                    API-146 | {podGroupPolicy: {volcano: {networkTopology: {mode: hard, highestTierAllowed: 0}}}}
                    GANG-04 | {podGroupPolicy: {}}
                    API-160 | {template: {spec: {failurePolicy: {maxRestarts: 3, rules: [{name: a, action: RestartJob}]}}}}
                    API-202 | {mlPolicy: {plugin: {name: acme, parameters: {deep: {list: [1, {a: b}], number: 0.25, none: {}}}}}}
                    """)
    void runtimeIsAcceptedAndKeepsWhatWasWritten(String rule, String spec) {
        GenericKubernetesResource sent = runtime("good", spec);

        assertHolds("spec", JSON.valueToTree(dryRun(sent)).get("spec"), sent.get("spec"));
    }

    @ParameterizedTest
    @CsvSource({
        "1jobname, RFC 1035",
        "job.name, RFC 1035",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, no longer than 63"
    })
    @DisplayName("API-21, API-22: the name must be a label")
    void nameOfTrainJobIsRefused(String name, String text) {
        assertThatThrownBy(() -> dryRun(trainJob(name, "{}"))).hasMessageContaining(text);
        assertRefused(() -> dryRun(trainJob(name, "{}")), "metadata.name");
    }

    @Test
    @DisplayName("VAL-17: the API server fills in who, what and whether")
    void defaultsOfTrainJobAreStored() {
        GenericKubernetesResource stored = dryRun(trainJob("plain", "{}"));

        assertThat(stored.<String>get("spec", "runtimeRef", "kind")).isEqualTo("ClusterTrainingRuntime");
        assertThat(stored.<String>get("spec", "runtimeRef", "apiGroup")).isEqualTo("trainer.kubeflow.org");
        assertThat(stored.<Boolean>get("spec", "suspend")).isFalse();
        assertThat(stored.<String>get("spec", "managedBy")).isEqualTo("trainer.kubeflow.org/trainjob-controller");
    }

    @Test
    @DisplayName("T-02: defaults act only within an object that is there")
    void defaultsOfRuntimeNeedTheirParent() {
        assertThat(dryRun(runtime("r", "{podGroupPolicy: {}}")).<Object>get("spec", "podGroupPolicy"))
                .hasToString("{}");
        assertThat(dryRun(runtime("r", "{podGroupPolicy: {coscheduling: {}}}"))
                        .<Integer>get("spec", "podGroupPolicy", "coscheduling", "scheduleTimeoutSeconds"))
                .isEqualTo(60);
    }

    @Test
    @DisplayName("API-23, API-29, API-41, API-65, API-66: what cannot change, and API-37, API-20: what can")
    void changesOfTrainJob() {
        client.resource(trainJob(
                        "frozen",
                        "{activeDeadlineSeconds: 10, initializer: {model: {storageUri: 's3://a/b'}},"
                                + " trainer: {image: i, command: [c], args: [a], numProcPerNode: 4, numNodes: 2},"
                                + " podTemplateOverrides: [{targetJobs: [{name: n}], spec: {serviceAccountName: a}}]}"))
                .inNamespace(namespace)
                .create();

        assertRefused(() -> patch("{runtimeRef: {name: other}}"), "spec.runtimeRef");
        assertRefused(() -> patch("{managedBy: kueue.x-k8s.io/multikueue}"), "spec.managedBy");
        assertRefused(() -> patch("{activeDeadlineSeconds: 11}"), "spec.activeDeadlineSeconds");
        assertRefused(
                () -> patch("{initializer: {model: {storageUri: 's3://a/c'}}}"), "spec.initializer.model.storageUri");
        assertRefused(() -> patch("{trainer: {image: j}}"), "spec.trainer.image");
        assertRefused(() -> patch("{trainer: {image: null}}"), "spec.trainer.image");
        assertRefused(() -> patch("{trainer: {command: [d]}}"), "spec.trainer.command");
        assertRefused(() -> patch("{trainer: {args: null}}"), "spec.trainer.args");
        assertRefused(() -> patch("{trainer: {numProcPerNode: '4'}}"), "spec.trainer.numProcPerNode");

        assertThat(patch("{suspend: true, trainer: {numNodes: 3}, podTemplateOverrides:"
                                + " [{targetJobs: [{name: n}], spec: {serviceAccountName: b}}]}")
                        .<Integer>get("spec", "trainer", "numNodes"))
                .isEqualTo(3);
    }

    @Test
    @DisplayName("API-220 to API-222: scaling writes the number of nodes and reads the status")
    void scaleSubresourceIsWired() {
        client.resource(trainJob("scaled", "{trainer: {numNodes: 2}}"))
                .inNamespace(namespace)
                .create();
        client.resource(trainJob("scaled", "{}"))
                .inNamespace(namespace)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"nodes\":2,\"selector\":\"a=b\"}}");

        assertThat(client.raw(
                        "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace + "/trainjobs/scaled/scale"))
                .contains("\"spec\":{\"replicas\":2}", "\"status\":{\"replicas\":2,\"selector\":\"a=b\"}");
    }

    @Test
    @DisplayName("API-68, API-78, API-79: what a status must hold")
    void statusIsChecked() {
        client.resource(trainJob("status", "{}")).inNamespace(namespace).create();

        assertRefused(() -> patchStatus("{\"status\":{}}"), "status");
        assertRefused(
                () -> patchStatus("{\"status\":{\"jobsStatus\":[{\"name\":\"a\",\"ready\":1}]}}"),
                "status.jobsStatus[0].active");
        assertRefused(
                () -> patchStatus("{\"status\":{\"trainerStatus\":{\"progressPercentage\":1}}}"),
                "status.trainerStatus.lastUpdatedTime");
    }

    private GenericKubernetesResource dryRun(GenericKubernetesResource object) {
        return client.resource(object).inNamespace(namespace).dryRun().create();
    }

    private GenericKubernetesResource patch(String spec) {
        String json = Serialization.asJson(Serialization.unmarshal("spec: " + spec, Object.class));
        return client.resource(trainJob("frozen", "{}"))
                .inNamespace(namespace)
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private void patchStatus(String json) {
        client.resource(trainJob("status", "{}"))
                .inNamespace(namespace)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private static void assertRefused(ThrowingCallable request, String field) {
        assertThatThrownBy(request).isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
            assertThat(refusal.getCode()).isEqualTo(422);
            assertThat(refusal.getStatus().getDetails().getCauses().stream()
                            .map(cause -> cause.getField())
                            .collect(Collectors.toSet()))
                    .contains(field);
        });
    }

    /** The API server may have added something, but what was sent must be there. */
    private static void assertHolds(String path, JsonNode stored, Object sent) {
        JsonNode expected = JSON.valueToTree(sent);
        if (expected.isObject()) {
            assertThat(stored.isObject()).as(path).isTrue();
            expected.properties()
                    .forEach(field ->
                            assertHolds(path + "." + field.getKey(), stored.path(field.getKey()), field.getValue()));
        } else if (expected.isArray()) {
            assertThat(stored).as(path).hasSameSizeAs(expected);
            for (int i = 0; i < expected.size(); i++) {
                assertHolds(path + "[" + i + "]", stored.get(i), expected.get(i));
            }
        } else {
            assertThat(stored).as(path).isEqualTo(expected);
        }
    }

    /** A TrainJob with a runtimeRef and what else is given. */
    private static GenericKubernetesResource trainJob(String name, String spec) {
        GenericKubernetesResource job = object("TrainJob", name, spec);
        job.<Map<String, Object>>get("spec").put("runtimeRef", Map.of("name", "x"));
        return job;
    }

    private static GenericKubernetesResource runtime(String name, String spec) {
        return object("TrainingRuntime", name, spec);
    }

    private static GenericKubernetesResource object(String kind, String name, String spec) {
        return Serialization.unmarshal(
                "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: " + kind + "\nmetadata: {name: '" + name
                        + "'}\nspec: " + spec,
                GenericKubernetesResource.class);
    }
}
