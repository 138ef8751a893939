package io.trainyard.local.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is filled in, accepted and refused when JobSets are written, in both worlds. */
interface JobSetAdmissionScenarios {
    Stage stage();

    /** Whether this is the real control plane. */
    boolean isReal();

    String INDEXED =
            "template: {spec: {completions: 2, parallelism: 2, template: {spec: {containers: [{name: c, image: i, volumeMounts: "
                    + "[{name: data, mountPath: /d}]}]}}}}";

    private Map<String, Object> create(String name, String spec) {
        return stage().create(
                        Resource.JOB_SETS,
                        "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: " + name + "}, spec: "
                                + spec.replace("INDEXED", INDEXED) + "}");
    }

    private static void assertRefused(ThrowingCallable write) {
        assertThat(catchThrowableOfType(ApiException.class, write))
                .satisfies(problem -> assertThat(problem.code()).isEqualTo(422))
                .satisfies(problem -> assertThat(problem.reason()).isEqualTo("Invalid"));
    }

    @Test
    @DisplayName("JS-38, JS-41 to JS-44: what admission fills in")
    default void defaults() {
        create(
                "defaults",
                """
                {
                  managedBy: example.com/nobody,
                  replicatedJobs: [{name: a, INDEXED}],
                  failurePolicy: {rules: [{action: FailJobSet}, {name: mine, action: RestartJobSet}]},
                  volumeClaimPolicies: [{templates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce]}}]}],
                }
                """);
        Map<String, Object> spec = Tree.child(stage().get(Resource.JOB_SETS, "defaults"), "spec");

        assertThat(Tree.child(spec, "successPolicy")).isEqualTo(Tree.of("operator", "All"));
        assertThat(Tree.child(spec, "startupPolicy")).isEqualTo(Tree.of("startupPolicyOrder", "AnyOrder"));
        assertThat(Tree.child(spec, "network"))
                .isEqualTo(Tree.of("enableDNSHostnames", true, "publishNotReadyAddresses", true));
        assertThat(Tree.text(spec, "failurePolicy", "restartStrategy")).isEqualTo("Recreate");
        assertThat(Tree.objects(spec, "failurePolicy", "rules"))
                .extracting(rule -> rule.get("name"))
                .containsExactly("failurePolicyRule0", "mine");
        assertThat(Tree.child(Tree.list(spec, "volumeClaimPolicies").get(0), "retentionPolicy"))
                .isEqualTo(Tree.of("whenDeleted", "Delete"));
        Map<String, Object> job = Tree.objects(spec, "replicatedJobs").get(0);
        assertThat(job).containsEntry("groupName", "default").containsEntry("replicas", 1L);
        assertThat(Tree.text(job, "template", "spec", "completionMode")).isEqualTo("Indexed");
        assertThat(Tree.text(job, "template", "spec", "template", "spec", "restartPolicy"))
                .isEqualTo("OnFailure");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("JS-10 to JS-58: what a new JobSet may not say")
    @ValueSource(
            strings = {
                "{replicatedJobs: [{name: a, INDEXED, dependsOn: [{name: a, status: Ready}]}]}",
                "{replicatedJobs: [{name: a, INDEXED}, {name: b, INDEXED, dependsOn: [{name: x, status: Ready}]}]}",
                "{replicatedJobs: [{name: a, INDEXED}, {name: b, INDEXED, dependsOn: [{name: a, status: Done}]}]}",
                "{startupPolicy: {startupPolicyOrder: InOrder}, replicatedJobs: [{name: a, INDEXED}, "
                        + "{name: b, INDEXED, dependsOn: [{name: a, status: Ready}]}]}",
                "{replicatedJobs: [{name: a, INDEXED}, {name: a, INDEXED}]}",
                "{replicatedJobs: [{name: a}]}",
                "{replicatedJobs: [{name: A_b, INDEXED}]}",
                "{replicatedJobs: [{name: a, INDEXED, groupName: 1x}]}",
                "{replicatedJobs: [{name: a, INDEXED, replicas: 2000000000}]}",
                "{replicatedJobs: [{name: a-name-so-long-that-the-names-of-pods-do-not-fit-into-labels, INDEXED}]}",
                "{network: {subdomain: not_a_domain}, replicatedJobs: [{name: a, INDEXED}]}",
                "{network: {subdomain: has.dots}, replicatedJobs: [{name: a, INDEXED}]}",
                "{managedBy: nodomain, replicatedJobs: [{name: a, INDEXED}]}",
                "{ttlSecondsAfterFinished: -1, replicatedJobs: [{name: a, INDEXED}]}",
                "{successPolicy: {operator: Most}, replicatedJobs: [{name: a, INDEXED}]}",
                "{successPolicy: {operator: All, targetReplicatedJobs: [x]}, replicatedJobs: [{name: a, INDEXED}]}",
                "{failurePolicy: {rules: [{action: Shrug}]}, replicatedJobs: [{name: a, INDEXED}]}",
                "{failurePolicy: {rules: [{action: RestartJob}]}, replicatedJobs: [{name: a, INDEXED}]}",
                "{failurePolicy: {rules: [{name: 1st, action: FailJobSet}]}, replicatedJobs: [{name: a, INDEXED}]}",
                "{failurePolicy: {rules: [{name: r, action: FailJobSet}, {name: r, action: FailJobSet}]}, "
                        + "replicatedJobs: [{name: a, INDEXED}]}",
                "{failurePolicy: {rules: [{action: FailJobSet, targetReplicatedJobs: [x]}]}, replicatedJobs: [{name: a, INDEXED}]}",
                "{failurePolicy: {rules: [{action: FailJobSet, onJobFailureReasons: [Bored]}]}, replicatedJobs: [{name: a, INDEXED}]}",
                "{failurePolicy: {restartStrategy: InPlaceRestart}, replicatedJobs: [{name: a, INDEXED}]}",
                "{coordinator: {replicatedJob: x}, replicatedJobs: [{name: a, INDEXED}]}",
                "{coordinator: {replicatedJob: a, jobIndex: 1}, replicatedJobs: [{name: a, INDEXED}]}",
                "{coordinator: {replicatedJob: a, podIndex: 2}, replicatedJobs: [{name: a, INDEXED}]}",
                "{coordinator: {replicatedJob: a}, network: {subdomain: a-subdomain-that-leaves-too-little-room-for-the-address-abc}, "
                        + "replicatedJobs: [{name: a, INDEXED}]}",
                "{volumeClaimPolicies: [{templates: [{metadata: {name: unused}}]}], replicatedJobs: [{name: a, INDEXED}]}",
                "{volumeClaimPolicies: [{templates: [{metadata: {name: data}}, {metadata: {name: data}}]}], "
                        + "replicatedJobs: [{name: a, INDEXED}]}",
                "{volumeClaimPolicies: [{templates: [{metadata: {name: data, namespace: other}}]}], "
                        + "replicatedJobs: [{name: a, INDEXED}]}",
            })
    default void refusedCreation(String spec) {
        assertRefused(() -> create("refused", spec));
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("JS-10 to JS-19, JS-62: what can never change")
    @ValueSource(
            strings = {
                "{network: {subdomain: other}}",
                "{successPolicy: {operator: Any}}",
                "{failurePolicy: {maxRestarts: 7}}",
                "{startupPolicy: {startupPolicyOrder: InOrder}}",
                "{managedBy: example.com/other}",
                "{replicatedJobs: []}",
            })
    default void refusedChange(String patch) {
        create(
                "fixed",
                "{managedBy: example.com/nobody, failurePolicy: {maxRestarts: 1}, replicatedJobs: [{name: a, INDEXED}]}");
        assertRefused(() -> stage().patch(Resource.JOB_SETS, "fixed", "{spec: " + patch + "}"));
    }

    @ParameterizedTest(name = "{0} while suspended: {2}")
    @DisplayName("JS-63, JS-65: what can change while a JobSet is suspended")
    @CsvSource(
            delimiter = '|',
            value = {
                "template/metadata/labels            | {x: y}                            | true",
                "template/metadata/annotations       | {x: y}                            | true",
                "template/spec/nodeSelector          | {x: y}                            | true",
                "template/spec/tolerations           | [{key: x, operator: Exists}]      | true",
                "template/spec/schedulingGates       | [{name: x.example.com/y}]         | true",
                "template/spec/containers            | [{name: c, image: other}]         | false",
                "template/spec/priorityClassName     | other                             | false",
                "backoffLimit                        | 9                                 | false",
            })
    default void changeOfTemplate(String path, String value, boolean possible) {
        create("changing", "{suspend: true, managedBy: example.com/nobody, replicatedJobs: [{name: a, INDEXED}]}");
        ThrowingCallable change = () -> {
            Map<String, Object> set = Tree.copy(stage().get(Resource.JOB_SETS, "changing"));
            List<Object> jobs = Tree.list(set, "spec", "replicatedJobs");
            Tree.put(Tree.object(jobs.get(0)), Yaml.parse(value), ("template/spec/" + path).split("/", -1));
            stage().merge(Resource.JOB_SETS, "changing", Tree.of("spec", Tree.of("replicatedJobs", jobs)));
        };
        if (!possible) {
            assertRefused(change);
            return;
        }
        assertThat(catchThrowableOfType(ApiException.class, change)).isNull();
        stage().patch(Resource.JOB_SETS, "changing", "{spec: {suspend: false}}");
        assertRefused(() -> {
            Map<String, Object> set = Tree.copy(stage().get(Resource.JOB_SETS, "changing"));
            List<Object> jobs = Tree.list(set, "spec", "replicatedJobs");
            Tree.remove(Tree.object(jobs.get(0)), ("template/spec/" + path).split("/", -1));
            stage().merge(Resource.JOB_SETS, "changing", Tree.of("spec", Tree.of("replicatedJobs", jobs)));
        });
    }

    @Test
    @DisplayName("JS-15, JS-18: what can always change")
    default void acceptedChange() {
        create("open", "{managedBy: example.com/nobody, replicatedJobs: [{name: a, INDEXED}]}");
        Map<String, Object> set =
                stage().patch(Resource.JOB_SETS, "open", "{spec: {suspend: true, ttlSecondsAfterFinished: 5}}");

        assertThat(Tree.child(set, "spec")).containsEntry("suspend", true).containsEntry("ttlSecondsAfterFinished", 5L);
    }

    @Test
    @DisplayName("JS-22: what templates can say is kept and passed on to the Job; what they cannot is dropped")
    default void templates() {
        stage().create(
                        Resource.JOB_SETS,
                        """
                        apiVersion: jobset.x-k8s.io/v1alpha2
                        kind: JobSet
                        metadata: {name: rich}
                        spec:
                          suspend: true
                          replicatedJobs:
                          - name: a
                            nonsense: 1
                            template:
                              metadata: {name: ignored, labels: {step: trainer}, annotations: {note: hi}}
                              spec:
                                completions: 2
                                parallelism: 2
                                podFailurePolicy:
                                  rules: [{action: FailJob, onExitCodes: {operator: In, values: [42]}}]
                                template:
                                  metadata: {name: ignored, annotations: {note: pod}}
                                  spec:
                                    nonsense: 1
                                    restartPolicy: Never
                                    serviceAccountName: trainer
                                    nodeSelector: {pool: gpu}
                                    affinity:
                                      nodeAffinity:
                                        requiredDuringSchedulingIgnoredDuringExecution:
                                          nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]
                                    initContainers: [{name: init, image: i, command: [sh, -c, 'true'], restartPolicy: Always}]
                                    containers:
                                    - name: main
                                      image: i:1
                                      command: [python]
                                      args: [train.py, --lr, "0.1"]
                                      env:
                                      - {name: A, value: b}
                                      - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
                                      envFrom: [{configMapRef: {name: settings}}]
                                      ports: [{containerPort: 29500}, {containerPort: 29500, protocol: UDP}]
                                      resources:
                                        limits: {cpu: 2, memory: 1Gi, nvidia.com/gpu: 1}
                                        requests: {cpu: 500m}
                                      readinessProbe: {httpGet: {path: /, port: http}}
                                      volumeMounts: [{name: work, mountPath: /work}, {name: shm, mountPath: /dev/shm}]
                                      securityContext: {capabilities: {add: [IPC_LOCK]}, runAsUser: 1000}
                                    volumes:
                                    - {name: shm, emptyDir: {medium: Memory, sizeLimit: 1Gi}}
                                    - {name: work, persistentVolumeClaim: {claimName: work}}
                                    - {name: keys, secret: {secretName: keys, defaultMode: 256, items: [{key: a, path: b}]}}
                                    topologySpreadConstraints:
                                    - maxSkew: 1
                                      topologyKey: zone
                                      whenUnsatisfiable: DoNotSchedule
                                      labelSelector: {matchLabels: {x: y}}
                        """);
        stage().awaitCondition(Resource.JOBS, "rich-a-0", "Suspended");
        stage().await(
                        Resource.JOB_SETS,
                        "rich",
                        "a suspended job",
                        set -> Tree.objects(set, "status", "replicatedJobsStatus").stream()
                                .anyMatch(item -> Tree.integer(0, item, "suspended") == 1));
        new Picture(stage())
                .with(Resource.JOB_SETS, "rich")
                .with(Resource.JOBS, "rich-a-0")
                .verify("jobset-rich", isReal());
    }
}
