package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.container;
import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.list;
import static io.trainyard.core.compile.Compilation.replicatedJob;
import static io.trainyard.core.compile.Compilation.runtime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.Environment.Precedence;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("JobSetTree")
final class JobSetTreeTest {
    private static final TrainJob PLAIN = trainJob("demo", "runtimeRef: {name: plain}");
    private static final String CONTAINERS = "{containers: [{name: node}, {name: helper}]}";

    @ParameterizedTest(name = "role {0}, {1}: {2}")
    @DisplayName("replicas (JOBSET-06)")
    @CsvSource({
        "trainer,             replicas: 3, 1",
        "dataset-initializer, replicas: 3, 1",
        "model-initializer,   replicas: 0, 1",
        "trainer,             x: y,        1",
        "evaluator,           replicas: 3, 3",
        "evaluator,           x: y,        absent",
    })
    void replicas(String role, String field, String expected) {
        String template = job("node", role, CONTAINERS).replace("name: node, t", "name: node, " + field + ", t");
        assertThat(String.valueOf(replicatedJob(jobSet(template), "node").getOrDefault("replicas", "absent")))
                .isEqualTo(expected);
    }

    @Nested
    @DisplayName("parallelism and completions (JOBSET-07)")
    final class Counts {
        @ParameterizedTest(name = "role {0}, {1}, changed {2}: parallelism {3}, completions {4}")
        @CsvSource(
                delimiter = '|',
                value = {
                    "trainer   | parallelism: 4, completions: 8 | no  | 1 | 1",
                    "trainer   | parallelism: 4                 | yes | 6 | 6",
                    "evaluator | parallelism: 4, completions: 8 | no  | 4 | 8",
                    "evaluator | parallelism: 4, completions: 8 | yes | 6 | 6",
                    "evaluator | completions: 8                 | no  | null | 8",
                    "evaluator | parallelism: 4                 | no  | 4 | 4",
                    "evaluator | backoffLimit: 1                | no  | 1 | 1",
                })
        void followTheCountUnlessAnUnlabelledJobSaysOtherwise(
                String role, String fields, String changed, String parallelism, String completions) {
            Compilation compilation = new Compilation();
            if (changed.equals("yes")) {
                compilation.with(info -> info.podSets().get(0).setCount(6));
            }
            String template =
                    job("node", role, CONTAINERS).replace("spec: {template:", "spec: {" + fields + ", template:");
            Object spec =
                    Tree.at(replicatedJob(compilation.jobSet(PLAIN, runtime(template)), "node"), "template", "spec");
            assertThat(String.valueOf(Tree.at(spec, "parallelism"))).isEqualTo(parallelism);
            assertThat(String.valueOf(Tree.at(spec, "completions"))).isEqualTo(completions);
        }
    }

    @Nested
    @DisplayName("metadata of pods (JOBSET-08)")
    final class PodMetadata {
        @Test
        void thatOfTheSchedulerIsLaidOverThatOfTheTemplate() {
            String template =
                    "{name: node, template: {spec: {template: {metadata: {labels: {a: t, b: t}, annotations: {c: t},"
                            + " future: [1]}, spec: {containers: []}}}}}";
            Map<String, Object> jobSet = new Compilation()
                    .withScheduler(info -> {
                        info.podSets().get(0).putPodLabel("b", "s");
                        info.podSets().get(0).putPodAnnotation("d", "s");
                        info.podSets().get(0).setSchedulerName("volcano");
                    })
                    .jobSet(PLAIN, runtime(template));
            assertThat(Tree.at(replicatedJob(jobSet, "node"), "template", "spec", "template"))
                    .isEqualTo(tree("{metadata: {labels: {a: t, b: s}, annotations: {c: t, d: s}, future: [1]}, spec:"
                            + " {schedulerName: volcano, containers: []}}"));
        }

        @Test
        @DisplayName("is left out when there is none (JOBSET-15)")
        void isLeftOutWhenThereIsNone() {
            Map<String, Object> jobSet = jobSet(
                    "{name: node, template: {spec: {template: {metadata: {labels: {}}, spec: {containers: []}}}}}");
            assertThat(Tree.at(replicatedJob(jobSet, "node"), "template", "spec", "template"))
                    .isEqualTo(tree("{spec: {containers: []}}"));
        }

        @Test
        void eachPodSetGetsItsOwn() {
            Map<String, Object> jobSet = new Compilation()
                    .withScheduler(info -> info.podSets().get(1).putPodLabel("x", "y"))
                    .jobSet(PLAIN, runtime(job("a", CONTAINERS), job("b", CONTAINERS)));
            assertThat(Tree.child(replicatedJob(jobSet, "a"), "template", "spec", "template"))
                    .doesNotContainKey("metadata");
            assertThat(Tree.at(replicatedJob(jobSet, "b"), "template", "spec", "template", "metadata"))
                    .isEqualTo(tree("{labels: {x: y}}"));
        }
    }

    @Nested
    @DisplayName("what plugins changed is written back (PIPE-50)")
    final class WriteBack {
        private static final String TEMPLATE = job(
                "node",
                "trainer",
                """
                {volumes: [{name: v, emptyDir: {}}, {name: w, emptyDir: {}}],
                 initContainers: [{name: first, image: i, env: [{name: E, value: t}]}],
                 containers: [
                   {name: helper, image: h, x: y},
                   {name: node, image: n, command: [c], args: [d], env: [{name: E, value: t}],
                    ports: [{containerPort: 1}, {containerPort: 2, name: two}],
                    volumeMounts: [{name: v, mountPath: /a, readOnly: true}, {name: v, mountPath: /b}]}]}
                """);

        @Test
        void nothingChangesWithoutAReason() {
            assertThat(PodTrees.podSpec(replicatedJob(jobSet(TEMPLATE), "node")))
                    .isEqualTo(PodTrees.podSpec(tree(TEMPLATE)));
        }

        @Test
        void imageCommandAndArgsReplace() {
            Map<String, Object> node = nodeAfter(container -> {
                container.setImage("new");
                container.setCommand(List.of("x"));
                container.setArgs(List.of("y", "z"));
            });
            assertThat(node)
                    .containsEntry("image", "new")
                    .containsEntry("command", list("[x]"))
                    .containsEntry("args", list("[y, z]"));
        }

        @Test
        @DisplayName("arguments that a plugin takes away are gone, not empty (TUNE-12)")
        void argumentsThatArePutAsideAreGone() {
            assertThat(nodeAfter(container -> {
                        container.setArgs(List.of("y"));
                        container.setArgs(List.of());
                    }))
                    .doesNotContainKey("args");
        }

        @Test
        @DisplayName("declared variables come first, appended ones after those of the template (MLP-10)")
        void variablesHaveTheirPlaces() {
            Map<String, Object> node = nodeAfter(container -> {
                container.environment().declare("D", "plugin", Precedence.SET_IF_ABSENT);
                container.environment().declare("E", "plugin", Precedence.SET_IF_ABSENT);
                container.environment().upsert(new EnvVar("F", "plugin", null));
            });
            assertThat(node)
                    .containsEntry(
                            "env", list("[{name: D, value: plugin}, {name: E, value: t}, {name: F, value: plugin}]"));
        }

        @Test
        @DisplayName("a port is appended without a name, and those of the template stay (MLP-15)")
        void aPortIsAppended() {
            assertThat(nodeAfter(container -> {
                        container.addPort(2);
                        container.addPort(29500);
                    }))
                    .containsEntry(
                            "ports",
                            list("[{containerPort: 1}, {containerPort: 2, name: two}, {containerPort: 29500}]"));
        }

        @Test
        @DisplayName("a mount replaces the whole mount at its path (PIPE-48)")
        void aMountReplacesTheOneAtItsPath() {
            assertThat(nodeAfter(container -> {
                        container.upsertVolumeMount(new VolumeMountBuilder()
                                .withName("w")
                                .withMountPath("/a")
                                .build());
                        container.upsertVolumeMount(new VolumeMountBuilder()
                                .withName("w")
                                .withMountPath("/c")
                                .build());
                    }))
                    .containsEntry(
                            "volumeMounts",
                            list("[{name: w, mountPath: /a}, {name: v, mountPath: /b}, {name: w, mountPath: /c}]"));
        }

        @Test
        @DisplayName("a volume replaces the whole volume of its name (PIPE-48)")
        void aVolumeReplacesTheOneOfItsName() {
            Map<String, Object> jobSet = new Compilation()
                    .with(info -> {
                        info.podSets()
                                .get(0)
                                .upsertVolume(new VolumeBuilder()
                                        .withName("v")
                                        .withNewConfigMap()
                                        .withName("c")
                                        .endConfigMap()
                                        .build());
                        info.podSets()
                                .get(0)
                                .upsertVolume(new VolumeBuilder()
                                        .withName("x")
                                        .withNewEmptyDir()
                                        .endEmptyDir()
                                        .build());
                    })
                    .jobSet(PLAIN, runtime(TEMPLATE));
            assertThat(PodTrees.podSpec(replicatedJob(jobSet, "node")).get("volumes"))
                    .isEqualTo(list(
                            "[{name: v, configMap: {name: c}}, {name: w, emptyDir: {}}, {name: x, emptyDir: {}}]"));
        }

        @Test
        void aNewInitContainerComesLast() {
            Map<String, Object> jobSet = new Compilation()
                    .with(info -> {
                        ContainerView added = info.podSets().get(0).addInitContainer("second");
                        added.setImage("s");
                        added.setCommand(List.of("sh"));
                        added.environment().declare("X", "y", Precedence.RESERVED);
                    })
                    .jobSet(PLAIN, runtime(TEMPLATE));
            assertThat(PodTrees.podSpec(replicatedJob(jobSet, "node")).get("initContainers"))
                    .isEqualTo(list("[{name: first, image: i, env: [{name: E, value: t}]}, {name: second, image: s,"
                            + " command: [sh], env: [{name: X, value: y}]}]"));
        }

        @Test
        @DisplayName(
                "a container that a plugin adds takes over security context, processor and memory of the trainer, not its devices (PIPE-95)")
        void anAddedContainerFitsWhereTheTrainerFits() {
            Map<String, Object> jobSet = new Compilation()
                    .with(info -> info.podSets().get(0).addInitContainer("second"))
                    .jobSet(
                            PLAIN,
                            runtime(
                                    TEMPLATE.replace(
                                            "{name: node,",
                                            "{name: node, securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}, resources:"
                                                    + " {requests: {cpu: 2, memory: 4Gi}, limits: {cpu: 2, memory: 4Gi, nvidia.com/gpu: 8}},")));
            assertThat(Tree.objects(PodTrees.podSpec(replicatedJob(jobSet, "node")), "initContainers")
                            .get(1))
                    .isEqualTo(tree(
                            "{name: second, securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}},"
                                    + " resources: {requests: {cpu: 2, memory: 4Gi}, limits: {cpu: 2, memory: 4Gi}}}"));
        }

        @Test
        void containersAreMatchedByNameAndKeepTheirOrder() {
            Map<String, Object> jobSet = new Compilation()
                    .with(info -> info.podSets()
                            .get(0)
                            .containerOrInitContainer("helper")
                            .orElseThrow()
                            .setImage("new"))
                    .jobSet(PLAIN, runtime(TEMPLATE));
            assertThat(PodTrees.containers(replicatedJob(jobSet, "node")))
                    .extracting(container -> container.get("name") + "=" + container.get("image"))
                    .containsExactly("helper=new", "node=n");
            assertThat(container(jobSet, "node")).containsEntry("x", "y");
        }

        private Map<String, Object> nodeAfter(java.util.function.Consumer<ContainerView> change) {
            Map<String, Object> jobSet = new Compilation()
                    .with(info -> change.accept(info.trainerContainer().orElseThrow()))
                    .jobSet(PLAIN, runtime(TEMPLATE));
            return PodTrees.containers(replicatedJob(jobSet, "node")).get(1);
        }
    }

    private static Map<String, Object> jobSet(String job) {
        return new Compilation().jobSet(PLAIN, runtime(job));
    }
}
