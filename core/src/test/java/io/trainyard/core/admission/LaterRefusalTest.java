package io.trainyard.core.admission;

import static io.trainyard.core.admission.AdmissionFixture.LABEL;
import static io.trainyard.core.admission.AdmissionFixture.NODE;
import static io.trainyard.core.admission.AdmissionFixture.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.field.FieldError;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What JobSet, Job or the API server would refuse later is refused at once, with the field. */
final class LaterRefusalTest {
    private static final String JOB = "spec.template.spec.replicatedJobs[0]";
    private static final String POD = JOB + ".template.spec.template";

    private final AdmissionFixture world = new AdmissionFixture();

    @Test
    @DisplayName(
            "VAL-101: what is wrong in a list that was built is named by its name, since users have not written all of it")
    void namesOfBuiltItems() {
        world.with(Manifests.clusterRuntime(
                "plain",
                "{template: {spec: {replicatedJobs: ["
                        + NODE.replace("name: node,", "name: node, ")
                                .replace("image:", "env: [{name: B, valueFrom: {}}], image:")
                        + "]}}}"));

        assertThat(world.create("{trainer: {env: [{name: A, value: a}]}}").message())
                .contains("containers[node].env[B].valueFrom: ")
                .doesNotContain("env[0]", "env[1]");
    }

    @Test
    @DisplayName("VAL-101: an empty image is refused where it stands, once; a resource that does not exist likewise")
    void onceWhereItStands() {
        assertThat(paths(world.create("{trainer: {image: ''}}"))).containsExactly("spec.trainer.image");
        assertThat(paths(world.create("{trainer: {resourcesPerNode: {limits: {requests.nvidia.com/gpu: 1}}}}")))
                .containsExactly("spec.trainer.resourcesPerNode.limits[requests.nvidia.com/gpu]");
        assertThat(paths(world.create("{trainer: {resourcesPerNode: {limits: {memory: 16g}}}}")))
                .containsExactly("spec.trainer.resourcesPerNode.limits[memory]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a: '-b'}", "{a: 'b c'}", "{a: TOO_LONG}", "{'a b': c}", "{'a/b/c': d}", "{'': d}"})
    @DisplayName("VAL-33: labels of a TrainJob that no JobSet can have")
    void labels(String labels) {
        assertThat(paths(world.create("{labels: " + labels.replace("TOO_LONG", "x".repeat(64)) + "}")))
                .singleElement()
                .asString()
                .startsWith("spec.labels[");
    }

    @Test
    @DisplayName("VAL-33: valid labels and annotations pass, up to the last byte")
    void validMetadata() {
        String labels = "{a: '', b: " + "x".repeat(63) + ", kueue.x-k8s.io/queue-name: q, Up_per.Case: v1.2_3}";
        String rest = "y".repeat(200_000);

        assertThat(world.create("{labels: " + labels + "}").allowed()).isTrue();
        assertThat(world.create("{annotations: {Example.COM/a: x, b: " + rest + "}}")
                        .allowed())
                .isTrue();
    }

    @Test
    @DisplayName("VAL-33: annotations have 256 KiB together, keys and values in UTF-8, those of the runtime too")
    void annotations() {
        world.with(Manifests.clusterRuntime(
                "plain",
                "{template: {metadata: {annotations: {r: " + "x".repeat(100_000) + "}}, spec: {replicatedJobs: [" + NODE
                        + "]}}}"));
        int room = 262_144 - "r".length() - 100_000 - "a".length();

        assertThat(world.create("{annotations: {a: " + "x".repeat(room) + "}}").allowed())
                .isTrue();
        assertThat(paths(world.create("{annotations: {a: " + "x".repeat(room + 1) + "}}")))
                .containsExactly("spec.annotations");
        assertThat(paths(world.create("{annotations: {a: " + "ä".repeat(room / 2 + 1) + "}}")))
                .containsExactly("spec.annotations");
    }

    @Test
    @DisplayName("VAL-33: what was stored before the rule does not keep a job from being suspended")
    void oldLabels() {
        String old = "{labels: {a: '-'}, trainer: {numNodes: 200000}, suspend: %s}";

        assertThat(world.update(old.formatted(false), old.formatted(true)).allowed())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            managedBy: nobody                                    | managedBy
            managedBy: acme.io/                                  | managedBy
            coordinator: {replicatedJob: absent}                 | coordinator.replicatedJob
            coordinator: {replicatedJob: node, jobIndex: 1}      | coordinator.jobIndex
            coordinator: {replicatedJob: node, podIndex: -1}     | coordinator.podIndex
            volumeClaimPolicies: [{templates: [{metadata: {name: c}, spec: {accessModes: [Often]}}]}] | volumeClaimPolicies[0].templates[0].spec.accessModes[0]
            """)
    @DisplayName("VAL-101: a JobSet whose manager, coordinator or claims JobSet would refuse")
    void managerAndCoordinator(String field, String path) {
        assertThat(world.createRuntime(
                                "{template: {spec: {" + field + ", replicatedJobs: [" + AdmissionFixture.NODE + "]}}}")
                        .causes())
                .extracting(FieldError::path)
                .containsExactly("spec.template.spec." + path);
        assertThat(world.createRuntime("{template: {spec: {managedBy: acme.io/c, coordinator: {replicatedJob: node},"
                                + " replicatedJobs: [" + AdmissionFixture.NODE + "]}}}")
                        .allowed())
                .isTrue();
    }

    @Test
    @DisplayName(
            "VAL-37a: a variable without a name is refused before a plugin meets it, also by whoever asks without a schema")
    void namelessVariables() {
        AdmissionResponse answer = world.create("{trainer: {env: [{name: A, value: b}, {value: c}]}}");

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.message()).contains("spec.trainer.env[1].name", "every variable needs a name");
        assertThat(world.create(
                                "{trainer: {env: [{name: A, value: b, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}}")
                        .message())
                .contains("spec.trainer.env[0].valueFrom");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {name: x, template: {spec: {template: {spec: {containers: []}}}}}                                       | POD.spec.containers
            {name: x, template: {spec: {template: {spec: {}}}}}                                                     | POD.spec.containers
            {name: x}                                                                                               | POD.spec.containers
            {name: x, template: {spec: {template: {spec: {containers: [{image: i}]}}}}}                             | POD.spec.containers[0].name
            {name: x, template: {spec: {template: {spec: {containers: [{name: A_b}]}}}}}                            | POD.spec.containers[0].name
            {name: x, template: {spec: {template: {spec: {containers: [{name: a}], initContainers: [{name: a}]}}}}} | POD.spec.containers[0].name
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 0}]}]}}}}} | POD.spec.containers[0].ports[0].containerPort
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 65536}]}]}}}}} | POD.spec.containers[0].ports[0].containerPort
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, ports: [{name: p}]}]}}}}}          | POD.spec.containers[0].ports[0].containerPort
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 1}, {containerPort: 1, protocol: TCP}]}]}}}}} | POD.spec.containers[0].ports[1].containerPort
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 1, name: p}, {containerPort: 2, name: p}]}]}}}}} | POD.spec.containers[0].ports[1].name
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 1, name: '12'}]}]}}}}} | POD.spec.containers[0].ports[0].name
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 1, hostPort: 65536}]}]}}}}} | POD.spec.containers[0].ports[0].hostPort
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 1, hostPort: 7}]}, {name: b, ports: [{containerPort: 1, hostPort: 7}]}]}}}}} | POD.spec.containers[1].ports[0].hostPort
            {name: x, template: {spec: {template: {spec: {activeDeadlineSeconds: 0, containers: [{name: a}]}}}}}    | POD.spec.activeDeadlineSeconds
            {name: x, template: {spec: {parallelism: -1, template: {spec: {containers: [{name: a}]}}}}}             | JOB.template.spec.parallelism
            {name: x, template: {spec: {completions: -1, template: {spec: {containers: [{name: a}]}}}}}             | JOB.template.spec.completions
            {name: x, template: {spec: {backoffLimit: -1, template: {spec: {containers: [{name: a}]}}}}}            | JOB.template.spec.backoffLimit
            {name: x, template: {spec: {ttlSecondsAfterFinished: -1, template: {spec: {containers: [{name: a}]}}}}} | JOB.template.spec.ttlSecondsAfterFinished
            {name: x, template: {spec: {parallelism: 100001, template: {spec: {containers: [{name: a}]}}}}}         | JOB.template.spec.parallelism
            {name: x, replicas: 100000, template: {spec: {parallelism: 100000, template: {spec: {containers: [{name: a}]}}}}} | JOB.replicas
            {name: x, replicas: -1, template: {spec: {template: {spec: {containers: [{name: a}]}}}}}                | JOB.replicas
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, env: [{name: A, value: b, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]}}}}} | POD.spec.containers[0].env[0].valueFrom
            {name: x, groupName: 1a, template: {spec: {template: {spec: {containers: [{name: a}]}}}}}               | JOB.groupName
            {name: X, template: {spec: {template: {spec: {containers: [{name: a}]}}}}}                              | JOB.name
            {template: {spec: {template: {spec: {containers: [{name: a}]}}}}}                                       | JOB.name
            {name: x, template: {metadata: {labels: {a: '-'}}, spec: {template: {spec: {containers: [{name: a}]}}}}} | JOB.template.metadata.labels[a]
            {name: x, template: {spec: {template: {metadata: {labels: {a: 'b c'}}, spec: {containers: [{name: a}]}}}}} | POD.metadata.labels[a]
            {name: x, template: {spec: {template: {metadata: {annotations: {'a b': c}}, spec: {containers: [{name: a}]}}}}} | POD.metadata.annotations[a b]
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]}}}}} | POD.spec.containers[0].resources.requests[cpu]
            {name: x, template: {spec: {template: {spec: {containers: [{name: a, resources: {limits: {nvidia.com/gpu: 500m}}}]}}}}} | POD.spec.containers[0].resources.limits[nvidia.com/gpu]
            {name: x, template: {spec: {template: {spec: {volumes: [{name: v, emptyDir: {sizeLimit: 1e9999}}], containers: [{name: a}]}}}}} | POD.spec.volumes[0].emptyDir.sizeLimit
            """)
    @DisplayName("VAL-101: a runtime whose Jobs could never be made; a TrainJob of an old one is refused too")
    void runtimes(String job, String field) {
        String path = field.replace("JOB", JOB).replace("POD", POD);
        String runtime = "{template: {spec: {replicatedJobs: [" + job + "]}}}";

        assertThat(paths(world.createRuntime(runtime))).containsExactly(path);

        world.with(Manifests.clusterRuntime("plain", runtime));
        AdmissionResponse trainJob = world.create("{}");
        assertThat(trainJob.allowed()).isFalse();
        assertThat(paths(trainJob)).containsOnly("spec.runtimeRef");
    }

    @Test
    @DisplayName("VAL-101: two jobs of one name, and labels of the template itself")
    void templates() {
        assertThat(paths(world.createRuntime("{template: {metadata: {labels: {a: '-'}}, spec: {replicatedJobs: [" + NODE
                        + ", " + NODE + "]}}}")))
                .containsExactly("spec.template.spec.replicatedJobs[1].name", "spec.template.metadata.labels[a]");
    }

    @Test
    @DisplayName(
            "VAL-101: ports that differ in their protocol, or have none on the host, and many parallel pods without index")
    void validRuntimes() {
        AdmissionResponse answer = world.createRuntime(
                "{template: {spec: {replicatedJobs: [{name: x, template: {metadata:"
                        + " {labels: {" + LABEL + ": trainer}}, spec: {completionMode: NonIndexed, parallelism: 200000,"
                        + " template: {spec: {containers: [{name: node, ports: [{containerPort: 1, protocol: TCP, hostPort: 0},"
                        + " {containerPort: 1, protocol: UDP, name: a-1}, {containerPort: 65535, name: http}]}]}}}}}]}}}");

        assertThat(answer.allowed()).as(answer.message()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            containers: [{name: node}]                                                                       | containers[node].image      | trainer: {image: i}
            containers: [{name: node, image: i, volumeMounts: [{name: v, mountPath: /v}]}]                   | containers[node].volumeMounts[v].name | podTemplateOverrides: [{targetJobs: [{name: node}], spec: {volumes: [{name: v, emptyDir: {}}]}}]
            containers: [{name: node, image: i, resources: {requests: {nvidia.com/gpu: 1}}}]                 | containers[node].resources.limits[nvidia.com/gpu] | trainer: {resourcesPerNode: {limits: {nvidia.com/gpu: 1}}}
            """)
    @DisplayName("VAL-37: what a runtime leaves to its TrainJobs is asked of them, with the field of the runtime")
    void leftToTrainJobs(String pod, String field, String supplied) {
        String runtime = "{template: {spec: {replicatedJobs: [{name: node, template: {metadata: {labels: {" + LABEL
                + ": trainer}}, spec: {template: {spec: {" + pod + "}}}}}]}}}";
        world.with(Manifests.clusterRuntime("plain", runtime));

        assertThat(world.createRuntime(runtime).allowed()).isTrue();
        assertThat(world.create("{}").causes()).singleElement().satisfies(error -> {
            assertThat(error.path()).isEqualTo("spec.runtimeRef");
            assertThat(error.message()).contains(POD.replace("[0]", "[node]") + ".spec." + field + ": ");
        });
        assertThat(world.create("{" + supplied + "}").message()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {restartPolicy: Always}                                      | {}                 | POD.spec.restartPolicy
            {}                                                           | {podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [1]}}]}} | POD.spec.restartPolicy
            {tolerations: [{key: a, operator: Exists, value: b}]}        | {}                 | POD.spec.tolerations[0].value
            {dnsPolicy: None}                                            | {}                 | POD.spec.dnsConfig.nameservers
            {topologySpreadConstraints: [{maxSkew: 0, topologyKey: z, whenUnsatisfiable: DoNotSchedule}]} | {} | POD.spec.topologySpreadConstraints[0].maxSkew
            {volumes: [{name: v, emptyDir: {}, hostPath: {path: /a}}]}   | {}                 | POD.spec.volumes[0].hostPath
            """)
    @DisplayName("VAL-101: what no TrainJob can mend is refused of the runtime; a stored one can be changed elsewhere")
    void ofTheRuntime(String pod, String job, String field) {
        Map<String, Object> wrong = runtime(pod, job, "i");

        assertThat(paths(world.runtime(wrong, null))).containsExactly(field.replace("POD", POD));
        assertThat(world.runtime(runtime(pod, job, "j"), wrong).allowed()).isTrue();
        assertThat(paths(world.runtime(wrong, runtime("{}", "{}", "i")))).containsExactly(field.replace("POD", POD));
        assertThat(world.runtime(runtime("{}", "{}", "i"), null).allowed()).isTrue();
    }

    private static Map<String, Object> runtime(String pod, String job, String image) {
        Map<String, Object> podSpec = Manifests.tree("{containers: [{name: node, image: " + image + "}]}");
        podSpec.putAll(Manifests.tree(pod));
        Map<String, Object> spec = Manifests.tree(job);
        spec.put("template", Map.of("spec", podSpec));
        Map<String, Object> runtime = AdmissionFixture.runtime("{}");
        runtime.put(
                "spec",
                Map.of(
                        "template",
                        Map.of(
                                "spec",
                                Map.of(
                                        "replicatedJobs",
                                        List.of(Map.of(
                                                "name",
                                                "node",
                                                "template",
                                                Map.of(
                                                        "metadata",
                                                        Map.of("labels", Map.of(LABEL, "trainer")),
                                                        "spec",
                                                        spec)))))));
        return runtime;
    }

    @Test
    @DisplayName("VAL-101: a runtime from before the rule can still be labelled")
    void oldRuntimes() {
        Map<String, Object> old =
                AdmissionFixture.runtime("{template: {spec: {replicatedJobs: [{name: x, template: {spec: {}}}]}}}");
        Map<String, Object> labelled = Manifests.copy(old);
        labelled.put("metadata", Map.of("name", "r", "labels", Map.of("a", "b")));

        assertThat(world.runtime(labelled, old).allowed()).isTrue();
    }

    @Test
    @DisplayName("VAL-34: impossible ports and amounts in an override or a patch")
    void overrides() {
        String pod = "{containers: [{name: node, ports: [{containerPort: 70000}], resources: {limits: {cpu: -1}}}]}";

        assertThat(paths(world.create("{podTemplateOverrides: [{targetJobs: [{name: node}], spec: " + pod + "}]}")))
                .contains("spec.podTemplateOverrides[0].spec.containers[0].ports[0].containerPort");
        assertThat(paths(world.create("{runtimePatches: [{manager: a.io/b, trainingRuntimeSpec: {template: {spec:"
                        + " {replicatedJobs: [{name: node, template: {spec: {template: {spec: " + pod + "}}}}]}}}}]}")))
                .contains("spec.runtimePatches[0].trainingRuntimeSpec.template.spec.replicatedJobs[0].template.spec"
                        + ".template.spec.containers[0].ports[0].containerPort");
    }

    @Test
    @DisplayName("VAL-101: the smallest runtime is fine")
    void plain() {
        assertThat(world.createRuntime(PLAIN).allowed()).isTrue();
    }

    private static List<String> paths(AdmissionResponse answer) {
        return answer.causes().stream().map(FieldError::path).distinct().toList();
    }
}
