package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.definition;
import static io.trainyard.core.compile.Compilation.list;
import static io.trainyard.core.compile.Compilation.podSet;
import static io.trainyard.core.compile.Compilation.replicatedJob;
import static io.trainyard.core.compile.Compilation.runtime;
import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.Environment.Precedence;
import io.trainyard.spi.runtime.PodSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Overrides and patches")
final class PodOverridesTest {
    private static final String NODE = Compilation.job(
            "node",
            "trainer",
            """
            {nodeSelector: {pool: cpu}, tolerations: [{key: a, operator: Exists}],
             volumes: [{name: ws, emptyDir: {}}, {name: data, configMap: {name: d}}],
             initContainers: [{name: setup, image: s, env: [{name: INIT_ENV, value: old}, {name: DATASET_PATH, value: p}]},
                              {name: proxy, image: p, restartPolicy: Always}],
             containers: [{name: side, image: x, env: [{name: MODE, value: quiet}]},
                          {name: node, image: i, env: [{name: A, value: r}, {name: B, value: r}],
                           volumeMounts: [{name: ws, mountPath: /workspace}]}]}""");
    private static final String OTHER = Compilation.job("other", "{containers: [{name: side, image: x}]}");
    private static final String RUNTIME = runtime(NODE, OTHER);

    @Nested
    @DisplayName("are applied in the order of PIPE-34")
    final class Order {
        @Test
        @DisplayName("the oldest shape, then overrides, then patches, each in list order (API-62, T22)")
        void laterOnesWin() {
            Map<String, Object> pod = podSpec(
                    """
                    podSpecOverrides: [{targetJobs: [{name: node}], nodeSelector: {a: '1', b: '1', c: '1', d: '1'}}],
                    podTemplateOverrides: [{targetJobs: [{name: node}], spec: {nodeSelector: {b: '2', c: '2', d: '2'}}},
                                           {targetJobs: [{name: node}], spec: {nodeSelector: {c: '3', d: '3'}}}],
                    runtimePatches: [%s, %s]"""
                            .formatted(
                                    patch("x.y/a", "{nodeSelector: {d: '4', pool: x}}"),
                                    patch("x.y/b", "{nodeSelector: {pool: gpu}}")));
            assertThat(pod.get("nodeSelector"))
                    .isEqualTo(Map.of("a", "1", "b", "2", "c", "3", "d", "4", "pool", "gpu"));
        }

        @Test
        @DisplayName("resourcesPerNode and trainer.env come after them (MLP-23, PIPE-54)")
        void theTrainerSectionWins() {
            Map<String, Object> node = container(
                    """
                    trainer: {env: [{name: A, value: trainer}, {name: Z, value: trainer}]},
                    podTemplateOverrides: [{targetJobs: [{name: node}], spec: {containers: [
                      {name: node, env: [{name: N, value: o}, {name: B, value: o}, {name: A, value: o}]}]}}]""",
                    "node");
            assertThat(node.get("env"))
                    .isEqualTo(
                            list(
                                    "[{name: A, value: trainer}, {name: B, value: o}, {name: N, value: o}, {name: Z, value: trainer}]"));
        }

        @Test
        @DisplayName("the role of a job is that of the runtime, whatever is patched (API-177a)")
        void rolesAreDecidedBefore() {
            CompiledJob compiled = compile("runtimePatches: [" + patch("a.b/c", "{serviceAccountName: x}") + "]");
            assertThat(podSet(compiled, "node").ancestor()).contains("trainer");
        }
    }

    @Nested
    @DisplayName("merge into the pod template")
    final class Merging {
        @Test
        @DisplayName("only of the jobs that they name (PIPE-41, T5)")
        void onlyOfTheirTargets() {
            Map<String, Object> jobSet =
                    jobSet("runtimePatches: [" + patch("a.b/c", "{terminationGracePeriodSeconds: 300}") + "]");
            assertThat(PodTrees.podSpec(replicatedJob(jobSet, "node")))
                    .containsEntry("terminationGracePeriodSeconds", 300);
            assertThat(PodTrees.podSpec(replicatedJob(jobSet, "other")))
                    .doesNotContainKey("terminationGracePeriodSeconds");
        }

        @Test
        @DisplayName("variables of init containers in the order of a strategic merge (T7)")
        void variablesOfInitContainers() {
            Map<String, Object> pod = podSpec(
                    override(
                            "{initContainers: [{name: setup, env: [{name: INIT_ENV, value: new}, {name: NEW_VALUE, value: v}]}]}"));
            assertThat(Tree.objects(pod, "initContainers").get(0).get("env"))
                    .isEqualTo(
                            list(
                                    "[{name: INIT_ENV, value: new}, {name: NEW_VALUE, value: v}, {name: DATASET_PATH, value: p}]"));
        }

        @Test
        @DisplayName("mounts by their path, new ones first (PIPE-37)")
        void mounts() {
            assertThat(container(
                                    override(
                                            "{containers: [{name: node, volumeMounts: [{name: shm, mountPath: /dev/shm}]}]}"),
                                    "node")
                            .get("volumeMounts"))
                    .isEqualTo(list("[{name: shm, mountPath: /dev/shm}, {name: ws, mountPath: /workspace}]"));
        }

        @Test
        @DisplayName("with containers and init containers in the order of the runtime (PIPE-38)")
        void containersKeepTheirOrder() {
            Map<String, Object> pod = podSpec(override(
                    "{containers: [{name: node, securityContext: {runAsUser: 1}}, {name: side, securityContext: {runAsUser: 2}}],"
                            + " initContainers: [{name: proxy, env: [{name: X, value: '1'}]}]}"));
            assertThat(Tree.objects(pod, "containers"))
                    .extracting(c -> c.get("name"))
                    .containsExactly("side", "node");
            assertThat(Tree.objects(pod, "initContainers"))
                    .extracting(c -> c.get("name"))
                    .containsExactly("setup", "proxy");
        }

        @Test
        @DisplayName("a container wherever it is, init container or not (VAL-44a, VAL-44b)")
        void aContainerIsFoundInEitherList() {
            Map<String, Object> pod = podSpec(
                    override(
                            "{containers: [{name: proxy, env: [{name: X, value: '1'}]}], initContainers: [{name: side, env: [{name: Y, value: '2'}]}]}"));
            assertThat(Tree.objects(pod, "initContainers").get(1))
                    .containsEntry("env", list("[{name: X, value: '1'}]"));
            assertThat(Tree.objects(pod, "containers").get(0))
                    .containsEntry("env", list("[{name: Y, value: '2'}, {name: MODE, value: quiet}]"));
            assertThat(Tree.objects(pod, "containers")).hasSize(2);
        }

        @Test
        @DisplayName("a variable's value or its source, never both (PIPE-39)")
        void aSourceReplacesAValue() {
            String field = "{fieldRef: {fieldPath: metadata.name}}";
            String twice = override("{containers: [{name: side, env: [{name: MODE, valueFrom: " + field + "}]}]}");
            assertThat(container(twice, "side").get("env")).isEqualTo(list("[{name: MODE, valueFrom: " + field + "}]"));
            String secret = "{secretKeyRef: {name: s, key: k}}";
            String other =
                    "podTemplateOverrides: [{targetJobs: [{name: node}], spec: {containers: [{name: side, env: [{name: MODE, valueFrom: "
                            + field
                            + "}]}]}}, {targetJobs: [{name: node}], spec: {containers: [{name: side, env: [{name: MODE, valueFrom: "
                            + secret
                            + "}]}]}}]";
            assertThat(container(other, "side").get("env"))
                    .isEqualTo(list("[{name: MODE, valueFrom: " + secret + "}]"));
            String back = other.substring(0, other.length() - 1)
                    + ", {targetJobs: [{name: node}], spec: {containers: [{name: side, env: [{name: MODE, value: ''}]}]}}]";
            assertThat(container(back, "side").get("env")).isEqualTo(list("[{name: MODE, value: ''}]"));
        }

        @Test
        @DisplayName("one source of a volume (PIPE-39)")
        void aVolumeHasOneSource() {
            assertThat(podSpec(
                                    override(
                                            "{volumes: [{name: ws, persistentVolumeClaim: {claimName: c}}, {name: data, configMap: {optional: true}}]}"))
                            .get("volumes"))
                    .isEqualTo(
                            list(
                                    "[{name: ws, persistentVolumeClaim: {claimName: c}}, {name: data, configMap: {name: d, optional: true}}]"));
        }

        @ParameterizedTest
        @DisplayName("nothing where they say nothing (PIPE-35, T23)")
        @ValueSource(
                strings = {
                    "{affinity: null}",
                    "{tolerations: []}",
                    "{nodeSelector: {}}",
                    "{volumes: [], containers: []}",
                    "{}"
                })
        void nothingIsRemoved(String nothing) {
            assertThat(jobSet(override(nothing))).isEqualTo(jobSet(""));
        }

        @Test
        void theRuntimeStaysAsItIs() {
            RuntimeDefinition runtime = definition(RUNTIME);
            Map<String, Object> before = copy(runtime.spec().template().spec());
            new Compilation()
                    .compile(
                            job(
                                    override(
                                            "{nodeSelector: {a: b}, containers: [{name: node, env: [{name: A, value: x}]}], volumes: [{name: ws, hostPath: {path: /}}]}")),
                            runtime);
            assertThat(runtime.spec().template().spec()).isEqualTo(before);
        }
    }

    @Nested
    @DisplayName("tolerations (PIPE-45)")
    final class Tolerations {
        private static final String MORE = "{tolerations: [{key: b, operator: Exists}, {key: a, operator: Exists}]}";

        @Test
        void areReplaced() {
            assertThat(podSpec(override(MORE)).get("tolerations"))
                    .isEqualTo(list("[{key: b, operator: Exists}, {key: a, operator: Exists}]"));
        }

        @Test
        void ofKueueAreAdded() {
            List<Object> both = list("[{key: a, operator: Exists}, {key: b, operator: Exists}]");
            assertThat(podSpec("runtimePatches: [" + patch("kueue.x-k8s.io/manager", MORE) + "]")
                            .get("tolerations"))
                    .isEqualTo(both);
            assertThat(podSpec(
                                    "podTemplateOverrides: [{targetJobs: [{name: node}], metadata: {labels: {kueue.x-k8s.io/podset: node}}, spec: "
                                            + MORE + "}]")
                            .get("tolerations"))
                    .isEqualTo(both);
        }
    }

    @Nested
    @DisplayName("metadata")
    final class Metadata {
        private static final String PATCH =
                """
                labels: {l: job, m: job, trainer.kubeflow.org/x: job},
                runtimePatches: [{manager: a.b/c, trainingRuntimeSpec: {template: {
                  metadata: {labels: {m: patch}, annotations: {n: patch}, name: other},
                  spec: {replicatedJobs: [{name: node, template: {
                    metadata: {labels: {m: of-job}, finalizers: [x]},
                    spec: {template: {metadata: {labels: {m: of-pod}, namespace: elsewhere}}}}}]}}}}]""";

        @Test
        @DisplayName(
                "goes to the JobSet, the Job template and the pod template, and wins over spec.labels (PIPE-31, PIPE-32)")
        void threeLevels() {
            Map<String, Object> jobSet = jobSet(PATCH);
            assertThat(Tree.child(jobSet, "metadata"))
                    .containsEntry("name", "demo")
                    .containsEntry("labels", Map.of("l", "job", "m", "patch", "trainer.kubeflow.org/x", "job"))
                    .containsEntry("annotations", Map.of("n", "patch"));
            Map<String, Object> node = replicatedJob(jobSet, "node");
            assertThat(Tree.child(node, "template", "metadata"))
                    .isEqualTo(Map.of(
                            "labels",
                            Map.of(
                                    "trainer.kubeflow.org/trainjob-ancestor-step",
                                    "trainer",
                                    "l",
                                    "job",
                                    "m",
                                    "of-job")));
            assertThat(Tree.child(node, "template", "spec", "template", "metadata"))
                    .isEqualTo(Map.of("labels", Map.of("m", "of-pod")));
            assertThat(Tree.child(replicatedJob(jobSet, "other"), "template", "metadata"))
                    .isEqualTo(Map.of("labels", Map.of("l", "job", "m", "job")));
        }

        @Test
        @DisplayName("that is empty is never sent (JOBSET-15)")
        void emptyMapsAreLeftOut() {
            Map<String, Object> jobSet = jobSet(
                    "podTemplateOverrides: [{targetJobs: [{name: other}], metadata: {labels: {}}, spec: {nodeSelector: {}}}]");
            assertThat(jobSet).isEqualTo(jobSet(""));
        }
    }

    @Nested
    @DisplayName("are what plugins see (PIPE-22)")
    final class View {
        @Test
        void variablesMountsAndVolumes() {
            PodSet podSet = podSet(
                    compile(
                            override(
                                    "{volumes: [{name: shm, emptyDir: {medium: Memory}}], containers: [{name: node, env: [{name: NEW, value: v}], volumeMounts: [{name: shm, mountPath: /dev/shm}]}]}")),
                    "node");
            assertThat(podSet.trainerContainer().orElseThrow().environment().find("NEW"))
                    .contains(new EnvVar("NEW", "v", null));
            assertThat(podSet.trainerContainer().orElseThrow().volumeMounts())
                    .extracting(mount -> mount.getMountPath())
                    .containsExactly("/dev/shm", "/workspace");
            assertThat(podSet.volumes()).extracting(volume -> volume.getName()).containsExactly("shm", "ws", "data");
        }

        @Test
        @DisplayName(
                "and what a plugin reserves stays the plugin's, with a warning that names the override (MLP-11, MLP-23)")
        void reservedVariables() {
            Compilation compilation = new Compilation().with(info -> info.trainerContainer()
                    .orElseThrow()
                    .environment()
                    .declare("RANK", "plugin", Precedence.RESERVED));
            String variable = "{containers: [{name: node, env: [{name: %s, value: '7'}]}]}";

            CompiledJob compiled = compilation.compile(job(override(variable.formatted("RANK"))), RUNTIME);

            assertThat(podSet(compiled, "node")
                            .trainerContainer()
                            .orElseThrow()
                            .environment()
                            .find("RANK"))
                    .contains(new EnvVar("RANK", "plugin", null));
            assertThat(compiled.warnings()).singleElement().satisfies(warning -> {
                assertThat(warning.reason()).isEqualTo("ReservedEnvIgnored");
                assertThat(warning.message()).contains("spec.podTemplateOverrides[0].spec.containers[0].env", "RANK");
            });
            assertThat(compilation
                            .compile(job(override(variable.formatted("LR"))), RUNTIME)
                            .warnings())
                    .isEmpty();
        }
    }

    @Nested
    @DisplayName("that cannot be merged are refused with the field")
    final class Refusals {
        @ParameterizedTest(name = "{1}")
        @CsvSource(
                delimiter = '|',
                value = {
                    "{containers: [{name: gone}]} | spec.podTemplateOverrides[0].spec.containers[0].name: must not have container that doesn't exist in the runtime job node",
                    "{initContainers: [{name: gone}]} | spec.podTemplateOverrides[0].spec.initContainers[0].name: must not have initContainer that doesn't exist",
                    "{containers: [{env: []}]} | spec.podTemplateOverrides[0].spec.containers[0].name",
                    "{containers: [{name: node, image: x}]} | spec.podTemplateOverrides[0].spec.containers[0].image: cannot be changed here; only env, name",
                    "{hostNetwork: true} | spec.podTemplateOverrides[0].spec.hostNetwork: cannot be changed here",
                    "{affinity: {$patch: delete}} | spec.podTemplateOverrides[0].spec.affinity.$patch: directives are not possible",
                    "{volumes: [{emptyDir: {}}]} | spec.podTemplateOverrides[0].spec: volumes: an item lacks name",
                })
        void whatAnOverrideCannotDo(String podSpec, String message) {
            refused(override(podSpec), message);
        }

        @Test
        @DisplayName("a patch of a job that the runtime lacks (PIPE-45)")
        void anUnknownJobInAPatch() {
            refused(
                    "runtimePatches: [{manager: a.b/c, trainingRuntimeSpec: {template: {spec: {replicatedJobs: [{name: node}, {name: gone}]}}}}]",
                    "spec.runtimePatches[0].trainingRuntimeSpec.template.spec.replicatedJobs[1].name: must not have replicated job that"
                            + " doesn't exist in the runtime job template; it has node, other");
        }

        @Test
        @DisplayName("an override for a job that the runtime lacks changes nothing and says so (PIPE-42)")
        void anUnknownJobInAnOverride() {
            CompiledJob compiled =
                    compile("podTemplateOverrides: [{targetJobs: [{name: gone}], spec: {nodeSelector: {a: b}}}]");
            assertThat(compiled.warnings()).singleElement().satisfies(warning -> {
                assertThat(warning.reason()).isEqualTo("OverrideIgnored");
                assertThat(warning.message()).contains("spec.podTemplateOverrides[0].targetJobs[0].name", "gone");
            });
        }

        @Test
        @DisplayName("a change of a job's role, but not its repetition (VAL-49a)")
        void theRoleOfAJob() {
            String label =
                    "podTemplateOverrides: [{targetJobs: [{name: node}], metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: %s}}}]";
            refused(
                    label.formatted("model-initializer"),
                    "spec.podTemplateOverrides[0].metadata.labels[trainer.kubeflow.org/trainjob-ancestor-step]");
            assertThat(compile(label.formatted("trainer")).warnings()).isEmpty();
        }

        @Test
        @DisplayName("everything that is wrong is named at once")
        void allAtOnce() {
            refused(
                    override("{hostNetwork: true, containers: [{name: gone}]}"),
                    "spec.podTemplateOverrides[0].spec.hostNetwork");
            refused(
                    override("{hostNetwork: true, containers: [{name: gone}]}"),
                    "spec.podTemplateOverrides[0].spec.containers[0].name");
        }

        private void refused(String fields, String message) {
            assertThatThrownBy(() -> new Compilation().compiler().merge(job(fields), definition(RUNTIME)))
                    .isInstanceOf(InvalidTrainJobException.class)
                    .hasMessageContaining(message);
        }
    }

    private static String override(String podSpec) {
        return "podTemplateOverrides: [{targetJobs: [{name: node}], spec: " + podSpec + "}]";
    }

    private static String patch(String manager, String podSpec) {
        return "{manager: " + manager
                + ", trainingRuntimeSpec: {template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: "
                + podSpec
                + "}}}}]}}}}";
    }

    private static TrainJob job(String fields) {
        return trainJob("demo", "{runtimeRef: {name: plain}" + (fields.isEmpty() ? "" : ", " + fields) + "}");
    }

    private static CompiledJob compile(String fields) {
        return new Compilation().compile(job(fields), RUNTIME);
    }

    private static Map<String, Object> jobSet(String fields) {
        return new Compilation().jobSet(job(fields), RUNTIME);
    }

    private static Map<String, Object> podSpec(String fields) {
        return PodTrees.podSpec(replicatedJob(jobSet(fields), "node"));
    }

    private static Map<String, Object> container(String fields, String name) {
        return Tree.objects(podSpec(fields), "containers").stream()
                .filter(container -> name.equals(container.get("name")))
                .findFirst()
                .orElseThrow();
    }
}
