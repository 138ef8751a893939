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

/** What the definitions alone accept, refuse and fill in, with no webhook installed (api.md section 12). */
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
                    API-190 | spec.initializer.model.storageUri    | {initializer: {model: {storageUri: /local/path}}}
                    T-24    | spec.podTemplateOverrides[0].spec.schedulingGates[1] | {podTemplateOverrides: [{targetJobs: [{name: n}], spec: {schedulingGates: [{name: a}, {name: a}]}}]}
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
                    MLP-01  | spec.mlPolicy                              | {mlPolicy: {tensorflow: {}, paddle: {}}}
                    API-126 | spec.mlPolicy.tensorflow.port              | {mlPolicy: {tensorflow: {port: 65536}}}
                    API-126 | spec.mlPolicy.tensorflow.successPolicy     | {mlPolicy: {tensorflow: {successPolicy: Chief}}}
                    API-127 | spec.mlPolicy.paddle.port                  | {mlPolicy: {paddle: {port: 0}}}
                    API-130 | spec.podGroupPolicy                        | {podGroupPolicy: {coscheduling: {}, volcano: {}}}
                    GANG-02 | spec.podGroupPolicy                        | {podGroupPolicy: {volcano: {}, kai: {}}}
                    API-139 | spec.podGroupPolicy.volcano.networkTopology | {podGroupPolicy: {volcano: {networkTopology: {mode: hard, topologyKey: a/b}}}}
                    API-139 | spec.podGroupPolicy.volcano.networkTopology | {podGroupPolicy: {volcano: {networkTopology: {highestTierAllowed: 1, highestTierName: a}}}}
                    KAI-10  | spec.podGroupPolicy.kai.minMember          | {podGroupPolicy: {kai: {minMember: 0}}}
                    KAI-10  | spec.podGroupPolicy.kai.preemptionDelay    | {podGroupPolicy: {kai: {preemptionDelay: soon}}}
                    KAI-11  | spec.podGroupPolicy.kai.topologyConstraint | {podGroupPolicy: {kai: {topologyConstraint: {topology: t}}}}
                    WKLD-20 | spec.podGroupPolicy.workload               | {podGroupPolicy: {workload: {}}}
                    API-150 | spec.template                              | {template: {}}
                    API-152 | spec.template.spec                         | {template: {spec: {startupPolicy: {startupPolicyOrder: InOrder}, replicatedJobs: [{name: a, template: {}}, {name: b, dependsOn: [{name: a, status: Ready}], template: {}}]}}}
                    API-156 | spec.template.spec.replicatedJobs[0].dependsOn[0].status | {template: {spec: {replicatedJobs: [{name: a, template: {}, dependsOn: [{name: x, status: Done}]}]}}}
                    API-153 | spec.template.spec.replicatedJobs[1]       | {template: {spec: {replicatedJobs: [{name: a, template: {}}, {name: a, template: {}}]}}}
                    API-153 | spec.template.spec.replicatedJobs[0].template | {template: {spec: {replicatedJobs: [{name: a}]}}}
                    API-157 | spec.template.spec.replicatedJobs[0].template.spec.completions | {template: {spec: {replicatedJobs: [{name: a, template: {spec: {completions: many}}}]}}}
                    API-162 | spec.template.spec.coordinator.replicatedJob | {template: {spec: {coordinator: {jobIndex: 0}}}}
                    API-163 | spec.template.spec.ttlSecondsAfterFinished | {template: {spec: {ttlSecondsAfterFinished: -1}}}
                    API-200 | spec.podGroupPolicy                        | {podGroupPolicy: {volcano: {}, plugin: {name: acme}}}
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
                    API-191 | {mlPolicy: {mpi: {mpiImplementation: MPICH}}}
                    API-191 | {mlPolicy: {mpi: {mpiImplementation: OpenMPI}}}
                    T-09    | {mlPolicy: {jax: {}}}
                    API-182 | {mlPolicy: {torch: {elasticPolicy: {minNodes: 1, maxNodes: 4, maxRestarts: 3}}}}
                    API-192 | {podGroupPolicy: {volcano: {networkTopology: {mode: soft, highestTierAllowed: 2}}}}
                    API-192 | {podGroupPolicy: {volcano: {networkTopology: {topologyKey: topology.kubernetes.io/zone, networkPolicy: Best-effort}}}}
                    API-133 | {podGroupPolicy: {volcano: {}}}
                    API-138 | {podGroupPolicy: {volcano: {networkTopology: {topologyKey: topology.kubernetes.io/zone, networkPolicy: strict}}}}
                    API-146 | {podGroupPolicy: {volcano: {networkTopology: {mode: hard, highestTierAllowed: 0}}}}
                    GANG-01 | {podGroupPolicy: {coscheduling: {scheduleTimeoutSeconds: 0}}}
                    GANG-01 | {podGroupPolicy: {kai: {}}}
                    GANG-04 | {podGroupPolicy: {}}
                    API-160 | {template: {spec: {failurePolicy: {maxRestarts: 3, rules: [{name: a, action: RestartJob}]}}}}
                    API-164 | {template: {spec: {managedBy: example.com/other, suspend: true}}}
                    API-209 | {mlPolicy: {plugin: {name: acme, parameters: {large: 9007199254740993}}}}
                    API-202 | {mlPolicy: {plugin: {name: acme, parameters: {deep: {list: [1, {a: b}], number: 0.25, none: {}}}}}}
                    """)
    void runtimeIsAcceptedAndKeepsWhatWasWritten(String rule, String spec) {
        GenericKubernetesResource sent = runtime("good", spec);

        assertHolds("spec", JSON.valueToTree(dryRun(sent)).get("spec"), sent.get("spec"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    API-180, T-10 | {trainer: {numProcPerNode: '4'}}
                    API-180, T-10 | {trainer: {numProcPerNode: 4}}
                    API-180       | {trainer: {numProcPerNode: auto}}
                    T-20          | {trainer: {numNodes: 5}}
                    T-19          | {runtimeRef: {name: x, apiGroup: ''}}
                    """)
    void trainJobIsAcceptedAndKeepsWhatWasWritten(String rule, String spec) {
        GenericKubernetesResource sent = trainJob("good", spec);

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
    @DisplayName("GANG-08: a topology of Volcano gets no defaults, which would make its other form impossible")
    void topologiesHaveNoDefaults() {
        assertThat(dryRun(runtime("r", "{podGroupPolicy: {volcano: {networkTopology: {}}}}"))
                        .<Object>get("spec", "podGroupPolicy"))
                .hasToString("{volcano={networkTopology={}}}");
    }

    @Test
    @DisplayName(
            "API-181, API-155: a torch policy without processes means auto, a job without group is in the default group")
    void defaultsOfRuntimeAreStored() {
        GenericKubernetesResource stored = dryRun(
                runtime("r", "{mlPolicy: {torch: {}}, template: {spec: {replicatedJobs: [{name: a, template: {}}]}}}"));

        assertThat(stored.<String>get("spec", "mlPolicy", "torch", "numProcPerNode"))
                .isEqualTo("auto");
        assertThat(stored.<String>get("spec", "template", "spec", "replicatedJobs", 0, "groupName"))
                .isEqualTo("default");
    }

    @Test
    @DisplayName("T-12: leaving out managedBy of a job of another controller is a change, as it means the default")
    void managerIsNotLostByLeavingItOut() {
        GenericKubernetesResource job = trainJob("delegated", "{managedBy: kueue.x-k8s.io/multikueue}");
        client.resource(job).inNamespace(namespace).create();

        assertRefused(
                () -> client.resource(job)
                        .inNamespace(namespace)
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"managedBy\":null}}"),
                "spec.managedBy");
    }

    @Test
    @DisplayName("API-178: a rule about one value holds on update too; one about a change needs both values")
    void rulesOnUpdate() {
        GenericKubernetesResource job = trainJob("updated", "{trainer: {numNodes: 1}}");
        client.resource(job).inNamespace(namespace).create();
        PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);

        assertRefused(
                () -> client.resource(job)
                        .inNamespace(namespace)
                        .patch(merge, "{\"spec\":{\"activeDeadlineSeconds\":0}}"),
                "spec.activeDeadlineSeconds");
        assertThat(client.resource(job)
                        .inNamespace(namespace)
                        .patch(merge, "{\"spec\":{\"activeDeadlineSeconds\":9}}")
                        .<Integer>get("spec", "activeDeadlineSeconds"))
                .isEqualTo(9);
    }

    @Test
    @DisplayName("API-232: TrainJobs are found by runtime and by manager")
    void trainJobsAreSelectedByField() {
        GenericKubernetesResource wanted = trainJob("wanted", "{managedBy: kueue.x-k8s.io/multikueue}");
        client.resource(wanted).inNamespace(namespace).create();
        client.resource(trainJob("other", "{}")).inNamespace(namespace).create();

        assertThat(client.raw("/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace
                        + "/trainjobs?fieldSelector=spec.managedBy%3Dkueue.x-k8s.io/multikueue,"
                        + "spec.runtimeRef.kind%3DClusterTrainingRuntime,spec.runtimeRef.name%3Dx"))
                .contains("\"name\":\"wanted\"")
                .doesNotContain("\"name\":\"other\"");
    }

    @Test
    @DisplayName(
            "API-23, API-29, API-41, ELASTIC-34, API-65, API-66, API-185: what cannot change, and API-37, API-20: what can")
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

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    API-68, T-15 | status                                | {}
                    API-69  | status.conditions[1]                       | {conditions: [GOOD, GOOD]}
                    API-69  | status.conditions                          | {conditions: [{type: A, REST}, {type: B, REST}, {type: C, REST}, {type: D, REST}, {type: E, REST}, {type: F, REST}, {type: G, REST}, {type: H, REST}, {type: I, REST}]}
                    API-70  | status.conditions[0].type                  | {conditions: [{type: 'not a name', REST}]}
                    API-71  | status.conditions[0].status                | {conditions: [{type: A, status: Maybe, reason: R, message: '', lastTransitionTime: '2026-01-01T00:00:00Z'}]}
                    API-72  | status.conditions[0].reason                | {conditions: [{type: A, status: 'True', reason: 'two words', message: '', lastTransitionTime: '2026-01-01T00:00:00Z'}]}
                    API-73  | status.conditions[0].message               | {conditions: [{type: A, status: 'True', reason: R, lastTransitionTime: '2026-01-01T00:00:00Z'}]}
                    API-74  | status.conditions[0].lastTransitionTime    | {conditions: [{type: A, status: 'True', reason: R, message: ''}]}
                    API-75  | status.conditions[0].observedGeneration    | {conditions: [{type: A, observedGeneration: -1, REST}]}
                    API-76  | status.jobsStatus[1]                       | {jobsStatus: [{name: a, COUNTS}, {name: a, COUNTS}]}
                    API-77  | status.jobsStatus[0].name                  | {jobsStatus: [{name: '', COUNTS}]}
                    API-78, T-15 | status.jobsStatus[0].active           | {jobsStatus: [{name: a, ready: 1}]}
                    API-81  | status.trainerStatus.estimatedRemainingSeconds | {trainerStatus: {estimatedRemainingSeconds: -1, lastUpdatedTime: '2026-01-01T00:00:00Z'}}
                    API-79, API-83 | status.trainerStatus.lastUpdatedTime | {trainerStatus: {progressPercentage: 1}}
                    API-88  | status.observedGeneration                  | {observedGeneration: -1}
                    """)
    void statusIsRefused(String rule, String field, String status) {
        String rest = "status: 'True', reason: R, message: '', lastTransitionTime: '2026-01-01T00:00:00Z'";
        String counts = "ready: 0, succeeded: 0, failed: 0, active: 0, suspended: 0";
        String yaml = "status: "
                + status.replace("GOOD", "{type: A, REST}")
                        .replace("REST", rest)
                        .replace("COUNTS", counts);
        GenericKubernetesResource job = trainJob("status", "{}");
        if (client.resource(job).inNamespace(namespace).get() == null) {
            client.resource(job).inNamespace(namespace).create();
        }

        assertRefused(
                () -> client.resource(job)
                        .inNamespace(namespace)
                        .subresource("status")
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                Serialization.asJson(Serialization.unmarshal(yaml, Object.class))),
                field);
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
        job.<Map<String, Object>>get("spec").putIfAbsent("runtimeRef", Map.of("name", "x"));
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
