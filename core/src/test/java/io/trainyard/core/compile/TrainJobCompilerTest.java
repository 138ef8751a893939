package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.container;
import static io.trainyard.core.compile.Compilation.definition;
import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.list;
import static io.trainyard.core.compile.Compilation.podSet;
import static io.trainyard.core.compile.Compilation.replicatedJob;
import static io.trainyard.core.compile.Compilation.runtime;
import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static io.trainyard.core.fixture.Manifests.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.Environment.Precedence;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("TrainJobCompiler")
final class TrainJobCompilerTest {
    private static final String NODE = job(
            "node",
            "trainer",
            "{containers: [{name: node, image: r, command: [c], args: [d], env: [{name: A, value: r}, {name: B, value:"
                    + " r}]}]}");
    private static final TrainJob PLAIN = trainJob("demo", "runtimeRef: {name: plain}");

    /** Everything that this version of the compiler can do to a template. */
    private static final String FULL_RUNTIME =
            """
            mlPolicy: {numNodes: 2}
            template:
              metadata: {labels: {a: r}, annotations: {b: r}}
              spec:
                futureOfJobSet: {deep: [1, {x: null, y: {}}]}
                network: {enableDNSHostnames: true}
                failurePolicy: {maxRestarts: 3}
                replicatedJobs:
                  - name: dataset-initializer
                    futureOfReplicatedJob: [1, 2]
                    template:
                      metadata:
                        labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}
                      spec:
                        backoffLimit: 3
                        futureOfJob: {a: b}
                        template:
                          spec:
                            futureOfPod: [x]
                            containers:
                              - name: dataset-initializer
                                image: init
                                futureOfContainer: {}
                                env: [{name: A, value: r, futureOfVariable: 1}]
                            volumes: [{name: scratch, emptyDir: {}}]
                  - name: node
                    dependsOn: [{name: dataset-initializer, status: Complete}]
                    template:
                      metadata:
                        labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}
                      spec:
                        template:
                          metadata: {labels: {pod: r}}
                          spec:
                            nodeSelector: {pool: cpu}
                            containers:
                              - name: node
                                image: train
                                env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
                                resources: {requests: {cpu: 2}, limits: {cpu: 4}}
            """;

    private static final String FULL_JOB =
            """
            runtimeRef: {name: plain}
            suspend: true
            labels: {l: j}
            annotations: {m: j}
            initializer: {dataset: {storageUri: "hf://x", env: [{name: B, value: j}], secretRef: {name: s}}}
            trainer:
              image: mine
              command: [run]
              args: [me]
              numNodes: 3
              env: [{name: A, value: j}, {name: C, value: j}]
              resourcesPerNode: {limits: {cpu: 1}}
            """;

    @Nested
    @DisplayName("inputs and outputs")
    final class Purity {
        @Test
        @DisplayName("neither the runtime nor the TrainJob is changed (PIPE-33, PIPE-12)")
        void inputsStayAsTheyAre() {
            RuntimeDefinition runtime = definition(FULL_RUNTIME);
            TrainJob trainJob = trainJob("demo", FULL_JOB);
            Map<String, Object> template = copy(runtime.spec().template().spec());
            Map<String, Object> before = written(trainJob);
            new Compilation()
                    .with(info -> {
                        info.podSets().forEach(podSet -> {
                            podSet.setCount(7);
                            podSet.upsertVolume(new io.fabric8.kubernetes.api.model.VolumeBuilder()
                                    .withName("scratch")
                                    .build());
                            podSet.addInitContainer("new").setImage("x");
                            podSet.containers().forEach(container -> {
                                container.addPort(1);
                                container.setImage("other");
                                container.environment().declare("A", "plugin", Precedence.RESERVED);
                            });
                        });
                    })
                    .withScheduler(info -> info.podSets().forEach(podSet -> podSet.putPodLabel("x", "y")))
                    .compile(trainJob, runtime);
            assertThat(runtime.spec().template().spec()).isEqualTo(template);
            assertThat(written(trainJob)).isEqualTo(before);
        }

        @Test
        @DisplayName("the same input gives the same output (MLP-12)")
        void compilingTwiceGivesTheSame() {
            RuntimeDefinition runtime = definition(FULL_RUNTIME);
            CompiledJob first = new Compilation().compile(trainJob("demo", FULL_JOB), runtime);
            CompiledJob second = new Compilation().compile(trainJob("demo", FULL_JOB), runtime);
            assertThat(written(second.objects().get(0)))
                    .isEqualTo(written(first.objects().get(0)));
        }

        @Test
        @DisplayName("fields that nobody knows pass through (JOBSET-04)")
        void unknownFieldsSurvive() {
            Map<String, Object> jobSet = new Compilation().jobSet(trainJob("demo", FULL_JOB), FULL_RUNTIME);
            assertThat(Tree.at(jobSet, "spec", "futureOfJobSet")).isEqualTo(tree("{deep: [1, {y: {}}]}"));
            assertThat(Tree.at(jobSet, "spec", "failurePolicy")).isEqualTo(tree("{maxRestarts: 3}"));
            Map<String, Object> job = replicatedJob(jobSet, "dataset-initializer");
            assertThat(job).containsEntry("futureOfReplicatedJob", list("[1, 2]"));
            assertThat(Tree.at(job, "template", "spec", "futureOfJob")).isEqualTo(tree("{a: b}"));
            assertThat(PodTrees.podSpec(job)).containsEntry("futureOfPod", list("[x]"));
            assertThat(PodTrees.podSpec(job)).containsEntry("volumes", list("[{name: scratch, emptyDir: {}}]"));
            assertThat(container(jobSet, "dataset-initializer"))
                    .containsEntry("futureOfContainer", Map.of())
                    .containsEntry(
                            "env",
                            list("[{name: A, value: r, futureOfVariable: 1}, {name: STORAGE_URI, value: 'hf://x'},"
                                    + " {name: B, value: j}]"));
        }

        @Test
        @DisplayName("a job of which nobody wants anything is sent as it is written (JOBSET-07)")
        void anUnlabelledJobIsSentAsItIsWritten() {
            String job = "{name: tasks, replicas: 2, template: {metadata: {labels: {x: y}}, spec: {parallelism: 2,"
                    + " completions: 8, template: {metadata: {labels: {z: y}}, spec: {initContainers: [{name: i,"
                    + " env: [{name: E, value: ''}]}], containers: [{name: node, env: [{name: E}]}]}}}}}";
            assertThat(replicatedJob(new Compilation().jobSet(PLAIN, runtime(job, NODE)), "tasks"))
                    .isEqualTo(tree(job));
        }
    }

    @Nested
    @DisplayName("suspend (JOBSET-05, T30)")
    final class Suspend {
        @ParameterizedTest
        @CsvSource({"true, true", "false, false"})
        void isTheTrainJobs(boolean suspend, boolean expected) {
            TrainJob trainJob = trainJob("demo", "{runtimeRef: {name: plain}, suspend: " + suspend + "}");
            assertThat(Tree.at(new Compilation().jobSet(trainJob, runtime(NODE)), "spec", "suspend"))
                    .isEqualTo(expected);
        }

        @Test
        void isLeftOutWhenTheTrainJobSaysNothing() {
            assertThat(Tree.child(
                            new Compilation()
                                    .jobSet(
                                            PLAIN,
                                            "{template: {spec: {suspend: true, replicatedJobs: [" + NODE + "]}}}"),
                            "spec"))
                    .doesNotContainKey("suspend");
        }
    }

    @Nested
    @DisplayName("settings of the trainer (PIPE-53 to PIPE-55)")
    final class TrainerSettings {
        @Test
        void replaceImageCommandAndArgsEachOnItsOwn() {
            assertThat(container(jobSet("{image: mine}"), "node"))
                    .containsEntry("image", "mine")
                    .containsEntry("command", list("[c]"))
                    .containsEntry("args", list("[d]"));
            assertThat(container(jobSet("{args: [x, y]}"), "node"))
                    .containsEntry("image", "r")
                    .containsEntry("command", list("[c]"))
                    .containsEntry("args", list("[x, y]"));
            assertThat(container(jobSet("{command: [x]}"), "node"))
                    .containsEntry("command", list("[x]"))
                    .containsEntry("args", list("[d]"));
        }

        @Test
        void anEmptyListReplacesTheListOfTheRuntime() {
            assertThat(container(jobSet("{args: []}"), "node")).containsEntry("args", List.of());
        }

        @Test
        @DisplayName("variables replace in place, new ones follow in the user's order (MLP-09, MLP-10)")
        void variablesReplaceInPlace() {
            assertThat(container(
                            jobSet("{env: [{name: Z, value: u}, {name: A, valueFrom: {fieldRef: {fieldPath: x}}}]}"),
                            "node"))
                    .containsEntry(
                            "env",
                            list("[{name: A, valueFrom: {fieldRef: {fieldPath: x}}}, {name: B, value: r}, {name: Z,"
                                    + " value: u}]"));
        }

        @Test
        void goToEveryJobOfTheTrainerAndToNoOther() {
            Map<String, Object> jobSet = new Compilation()
                    .jobSet(
                            trainJob("demo", "{runtimeRef: {name: plain}, trainer: {image: mine}}"),
                            runtime(
                                    NODE,
                                    NODE.replace("name: node, t", "name: second, t"),
                                    job("other", "{containers: [{name: node, image: r}]}")));
            assertThat(container(jobSet, "node")).containsEntry("image", "mine");
            assertThat(container(jobSet, "second")).containsEntry("image", "mine");
            assertThat(container(jobSet, "other")).containsEntry("image", "r");
        }

        @Test
        @DisplayName("go to the container that trains (API-177)")
        void goToTheContainerThatTrains() {
            Map<String, Object> jobSet = new Compilation()
                    .jobSet(
                            trainJob("demo", "{runtimeRef: {name: plain}, trainer: {image: mine}}"),
                            runtime(job(
                                    "node",
                                    "{initContainers: [{name: node, image: i}], containers: [{name: proxy,"
                                            + " image: p}, {name: trainer, image: r}]}")));
            assertThat(PodTrees.podSpec(replicatedJob(jobSet, "node")))
                    .isEqualTo(tree("{initContainers: [{name: node, image: i}], containers: [{name: proxy, image: p},"
                            + " {name: trainer, image: mine}]}"));
        }

        @Test
        @DisplayName("a reserved name keeps the plugin's value, and a warning tells (PIPE-54, MLP-11)")
        void aReservedNameKeepsThePluginsValue() {
            Compilation compilation = new Compilation().with(info -> info.trainerContainer()
                    .orElseThrow()
                    .environment()
                    .declare("RANK", "plugin", Precedence.RESERVED));
            String spec = "{runtimeRef: {name: plain}, trainer: {env: [{name: %s, value: mine}]}}";

            CompiledJob compiled = compilation.compile(trainJob("demo", spec.formatted("RANK")), runtime(NODE));

            assertThat(container(written(compiled.objects().get(0)), "node"))
                    .containsEntry(
                            "env", list("[{name: RANK, value: plugin}, {name: A, value: r}, {name: B, value: r}]"));
            assertThat(compiled.warnings()).singleElement().satisfies(warning -> {
                assertThat(warning.reason()).isEqualTo("ReservedEnvIgnored");
                assertThat(warning.message()).contains("RANK", "node");
            });
            assertThat(compilation
                            .compile(trainJob("demo", spec.formatted("LR")), runtime(NODE))
                            .warnings())
                    .isEmpty();
        }

        private Map<String, Object> jobSet(String trainer) {
            return new Compilation()
                    .jobSet(trainJob("demo", "{runtimeRef: {name: plain}, trainer: " + trainer + "}"), runtime(NODE));
        }
    }

    @Nested
    @DisplayName("settings of the initializers (PIPE-51)")
    final class InitializerSettings {
        private static final String DATASET = job(
                "data",
                "dataset-initializer",
                "{containers: [{name: other, image: o}, {name: dataset-initializer, env: [{name: STORAGE_URI, value:"
                        + " r}], envFrom: [{secretRef: {name: s}}]}]}");
        private static final String MODEL =
                job("model", "model-initializer", "{containers: [{name: model-initializer}]}");

        @Test
        void theUriReplacesTheOneOfTheRuntime() {
            assertThat(dataset("{dataset: {storageUri: 'hf://d'}}"))
                    .containsEntry("env", list("[{name: STORAGE_URI, value: 'hf://d'}]"));
        }

        @Test
        void anEmptyUriIsSetToo() {
            assertThat(dataset("{dataset: {storageUri: ''}}"))
                    .containsEntry("env", list("[{name: STORAGE_URI, value: ''}]"));
        }

        @Test
        void withoutUriTheOneOfTheRuntimeStays() {
            assertThat(dataset("{dataset: {env: [{name: X, value: y}]}}"))
                    .containsEntry("env", list("[{name: STORAGE_URI, value: r}, {name: X, value: y}]"));
        }

        @Test
        void aVariableOfThatNameBeatsTheUri() {
            assertThat(dataset("{dataset: {storageUri: 'hf://d', env: [{name: STORAGE_URI, value: mine}]}}"))
                    .containsEntry("env", list("[{name: STORAGE_URI, value: mine}]"));
        }

        @Test
        void aSecretIsAppendedUnlessItIsThereAlready() {
            assertThat(dataset("{dataset: {secretRef: {name: t}}}"))
                    .containsEntry("envFrom", list("[{secretRef: {name: s}}, {secretRef: {name: t}}]"));
            assertThat(dataset("{dataset: {secretRef: {name: s}}}"))
                    .containsEntry("envFrom", list("[{secretRef: {name: s}}]"));
        }

        @Test
        void eachInitializerGetsItsOwn() {
            Map<String, Object> jobSet = jobSet("{model: {storageUri: 'hf://m', secretRef: {name: s}}}");
            assertThat(container(jobSet, "model"))
                    .isEqualTo(tree("{name: model-initializer, env: [{name: STORAGE_URI, value: 'hf://m'}], envFrom:"
                            + " [{secretRef: {name: s}}]}"));
            assertThat(PodTrees.podSpec(replicatedJob(jobSet, "data")))
                    .isEqualTo(Tree.child(PodTrees.podSpec(tree(DATASET))));
        }

        @Test
        void theNameOfTheJobMeansNothing() {
            Map<String, Object> jobSet = new Compilation()
                    .jobSet(
                            trainJob("demo", "{runtimeRef: {name: plain}, initializer: {dataset: {storageUri: x}}}"),
                            runtime(job("dataset-initializer", "{containers: [{name: dataset-initializer}]}"), NODE));
            assertThat(container(jobSet, "dataset-initializer")).doesNotContainKey("env");
        }

        @Test
        @DisplayName("replicas are 1 even when the TrainJob has no initializer (T29)")
        void replicasAreOne() {
            Map<String, Object> jobSet = new Compilation()
                    .jobSet(PLAIN, runtime(DATASET.replace("name: data, t", "name: data, replicas: 4, t"), NODE));
            assertThat(replicatedJob(jobSet, "data")).containsEntry("replicas", 1);
        }

        private Map<String, Object> dataset(String initializer) {
            return PodTrees.containers(replicatedJob(jobSet(initializer), "data"))
                    .get(1);
        }

        private Map<String, Object> jobSet(String initializer) {
            return new Compilation()
                    .jobSet(
                            trainJob("demo", "{runtimeRef: {name: plain}, initializer: " + initializer + "}"),
                            runtime(DATASET, MODEL, NODE));
        }
    }

    @Nested
    @DisplayName("plugins")
    final class Plugins {
        @Test
        @DisplayName("ML policies come first, then pod group policies, then builders (PIPE-09)")
        void inThisOrder() {
            StringBuilder calls = new StringBuilder();
            new Compilation()
                    .withScheduler(info -> calls.append("scheduler sees ").append(count(info)))
                    .with(info -> info.trainerPodSet().orElseThrow().setCount(5))
                    .compile(PLAIN, runtime(NODE));
            assertThat(calls).hasToString("scheduler sees 5");
        }

        @Test
        @DisplayName("a builder sees final counts and the names of all pods (JOBSET-09, PIPE-01)")
        void aBuilderSeesFinalCounts() {
            StringBuilder seen = new StringBuilder();
            new Compilation()
                    .with(info -> info.trainerPodSet().orElseThrow().setCount(2))
                    .withBuilder(builder(request -> {
                        seen.append(count(request.info()))
                                .append(' ')
                                .append(request.info().podSets().get(0).endpoints());
                        return List.of();
                    }))
                    .compile(PLAIN, runtime(NODE));
            assertThat(seen).hasToString("2 [demo-node-0-0.demo, demo-node-0-1.demo]");
        }

        @Test
        @DisplayName("a builder sees a view that it cannot change (PIPE-09, B7)")
        void aBuilderCannotChangeTheView() {
            assertThatThrownBy(() -> new Compilation()
                            .withBuilder(builder(request -> {
                                request.info().podSets().get(0).setCount(3);
                                return List.of();
                            }))
                            .compile(PLAIN, runtime(NODE)))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("frozen");
        }

        @Test
        @DisplayName("a scheduler's plugin cannot change counts, because gangs are planned with them (GANG-12)")
        void aSchedulersPluginCannotChangeCounts() {
            assertThatThrownBy(() -> new Compilation()
                            .withScheduler(info -> info.podSets().get(0).setCount(3))
                            .compile(PLAIN, runtime(NODE)))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("counts of pod sets are frozen");
        }

        @ParameterizedTest(name = "{0}")
        @ValueSource(strings = {"torch", "mpi", "jax", "xgboost", "tensorflow", "paddle", "flux"})
        @DisplayName("a job whose framework nobody serves is not built, so that its nodes do not train alone (VAL-102)")
        void aMissingPluginEndsTheCompilation(String framework) {
            assertThatThrownBy(() -> new Compilation()
                            .compile(
                                    PLAIN,
                                    "{mlPolicy: {" + framework + ": {}}, template: {spec: {replicatedJobs: [" + NODE
                                            + "]}}}"))
                    .hasCauseInstanceOf(InvalidTrainJobException.class)
                    .hasMessageContaining(
                            "spec.runtimeRef: mlPolicy.%1$s is set, but no plugin named \"%1$s\" is loaded:"
                                    + " plugins-%1$s.jar is not in the folder of plugins, or could not be loaded",
                            framework);
        }

        @Test
        @DisplayName(
                "nor is one whose vendor's plugin is not loaded, though webhooks would refuse it, since there may be none (API-205)")
        void aMissingPluginOfAVendorEndsTheCompilation() {
            assertThatThrownBy(() -> new Compilation()
                            .compile(
                                    PLAIN,
                                    "{mlPolicy: {numNodes: 1, plugin: {name: acme}}, template: {spec: {replicatedJobs: ["
                                            + NODE + "]}}}"))
                    .hasCauseInstanceOf(InvalidTrainJobException.class)
                    .hasMessageContaining(
                            "spec.runtimeRef: mlPolicy.plugin is set, but no plugin named \"acme\" is loaded");
        }

        @Test
        @DisplayName("what throws ends the compilation with its own failure (PIPE-15)")
        void whatThrowsEndsTheCompilation() {
            assertThatThrownBy(() -> new Compilation()
                            .with(info -> {
                                throw new InvalidTrainJobException("spec.trainer: no");
                            })
                            .compile(PLAIN, runtime(NODE)))
                    .hasCauseInstanceOf(InvalidTrainJobException.class)
                    .hasMessageContaining("spec.trainer: no");
        }

        @Test
        @DisplayName("everything gets the TrainJob as its one owner (JOBSET-03) and its namespace")
        void everythingIsOwned() {
            for (HasMetadata object : manyKinds().objects()) {
                assertThat(object.getMetadata().getNamespace()).isEqualTo("team-a");
                assertThat(written(object.getMetadata()).get("ownerReferences"))
                        .isEqualTo(list("[{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: demo, uid:"
                                + " uid-of-demo, controller: true, blockOwnerDeletion: true}]"));
            }
        }

        @Test
        @DisplayName("ConfigMaps and Secrets, then the JobSet, then the rest (JOBSET-16)")
        void theOrderOfApplying() {
            assertThat(manyKinds().objects())
                    .extracting(HasMetadata::getKind)
                    .containsExactly("Secret", "ConfigMap", "JobSet", "Service");
        }

        private CompiledJob manyKinds() {
            return new Compilation()
                    .withBuilder(builder(request -> List.of(named(new Service()), named(new Secret()))))
                    .withBuilder(builder(request -> List.of(named(new ConfigMap()))))
                    .compile(PLAIN, runtime(NODE));
        }

        private static HasMetadata named(HasMetadata object) {
            object.setMetadata(new ObjectMeta());
            object.getMetadata().setName("x");
            return object;
        }

        private static int count(io.trainyard.spi.runtime.RuntimeInfo info) {
            return info.trainerPodSet().orElseThrow().count();
        }

        private static ComponentBuilder builder(
                java.util.function.Function<ComponentBuilder.Request, List<HasMetadata>> build) {
            return new ComponentBuilder() {
                @Override
                public String name() {
                    return "builder";
                }

                @Override
                public Uni<Components> build(Request request) {
                    return Uni.createFrom()
                            .item(() -> Components.of(build.apply(request).toArray(HasMetadata[]::new)));
                }
            };
        }
    }

    @Nested
    @DisplayName("the plain policy (PIPE-24, MLP-02)")
    final class Plain {
        @ParameterizedTest(name = "{0} and numNodes {1} give {2} nodes")
        @CsvSource(
                delimiter = '|',
                value = {
                    "{mlPolicy: {numNodes: 2}, | 3 | 3",
                    "{ | 3 | 3",
                    "{mlPolicy: {numNodes: 2}, | 0 | 0",
                    "{mlPolicy: {numNodes: 2, torch: {}}, | 3 | 2",
                    "{mlPolicy: {plugin: {name: vendor}}, | 3 | 1",
                })
        void actsOnlyWithoutFramework(String runtimeStart, int numNodes, int expected) {
            TrainJob trainJob = trainJob("demo", "{runtimeRef: {name: plain}, trainer: {numNodes: " + numNodes + "}}");
            CompiledJob compiled = new Compilation()
                    .with("torch", info -> {})
                    .with("vendor", info -> {})
                    .compile(trainJob, runtimeStart + "template: {spec: {replicatedJobs: [" + NODE + "]}}}");
            assertThat(podSet(compiled, "node").count()).isEqualTo(expected);
            assertThat(Tree.at(
                            replicatedJob(written(compiled.objects().get(0)), "node"),
                            "template",
                            "spec",
                            "completions"))
                    .isEqualTo(expected);
        }

        @Test
        void changesOnlyTheFirstJobOfTheTrainer() {
            CompiledJob compiled = new Compilation()
                    .compile(
                            trainJob("demo", "{runtimeRef: {name: plain}, trainer: {numNodes: 3}}"),
                            runtime(NODE, NODE.replace("name: node, t", "name: second, t")));
            assertThat(podSet(compiled, "node").count()).isEqualTo(3);
            assertThat(podSet(compiled, "second").count()).isEqualTo(1);
        }
    }
}
