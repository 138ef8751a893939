package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.definition;
import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.runtime;
import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("RuntimeMerger")
final class RuntimeMergerTest {
    private static final String NODE = job("node", "trainer", "{containers: [{name: node, image: of-runtime}]}");
    private static final TrainJob PLAIN = trainJob("demo", "runtimeRef: {name: plain}");

    @Test
    @DisplayName("one pod set for each replicated job, in their order (PIPE-20)")
    void onePodSetForEachReplicatedJob() {
        RuntimeInfo info = merge(
                PLAIN,
                runtime(
                        job("b", "{containers: [{name: x}]}"),
                        job("a", "dataset-initializer", "{containers: [{name: y}, {name: z}]}"),
                        NODE));
        assertThat(info.podSets()).extracting(PodSet::name).containsExactly("b", "a", "node");
        assertThat(info.podSet("b").orElseThrow().ancestor()).isEmpty();
        assertThat(info.podSet("a").orElseThrow().ancestor()).contains("dataset-initializer");
        assertThat(info.podSet("a").orElseThrow().containers())
                .extracting(ContainerView::name)
                .containsExactly("y", "z");
        assertThat(info.trainerPodSet()).contains(info.podSet("node").orElseThrow());
    }

    @Nested
    @DisplayName("counts (PIPE-23)")
    final class Counts {
        @ParameterizedTest(name = "mlPolicy {0}, parallelism {1}, role {2} gives {3}")
        @CsvSource({
            "'',                  '',               trainer,             1",
            "'',                  'parallelism: 4', trainer,             4",
            "'mlPolicy: {}',      'parallelism: 4', trainer,             1",
            "'mlPolicy: {numNodes: 3}', 'parallelism: 4', trainer,       3",
            "'mlPolicy: {numNodes: 0}', '',         trainer,             1",
            "'mlPolicy: {numNodes: 3}', 'parallelism: 4', model-initializer, 4",
            "'mlPolicy: {numNodes: 3}', 'parallelism: 4', evaluator,     4",
            "'',                  'parallelism: 0', evaluator,           1",
        })
        void rowsOneToThree(String policy, String parallelism, String ancestor, int expected) {
            String jobSpec = parallelism.isEmpty() ? "" : parallelism + ", ";
            String runtime = "{" + (policy.isEmpty() ? "" : policy + ", ")
                    + "template: {spec: {replicatedJobs: ["
                    + job("node", ancestor, "{containers: [{name: node}]}")
                            .replace("spec: {template:", "spec: {" + jobSpec + "template:")
                    + "]}}}";
            assertThat(merge(PLAIN, runtime).podSet("node").orElseThrow().count())
                    .isEqualTo(expected);
        }

        @Test
        void everyJobOfTheTrainerGetsTheNumberOfThePolicy() {
            RuntimeInfo info = merge(
                    PLAIN,
                    "{mlPolicy: {numNodes: 3}, template: {spec: {replicatedJobs: [" + NODE + ", "
                            + NODE.replace("name: node, t", "name: second, t") + "]}}}");
            assertThat(info.podSets()).extracting(PodSet::count).containsExactly(3, 3);
        }

        @Test
        void replicasNeverEnterTheCount() {
            RuntimeInfo info = merge(
                    PLAIN,
                    runtime("{name: workers, replicas: 3, template: {spec: {parallelism: 2, template: {spec:"
                            + " {containers: []}}}}}"));
            assertThat(info.podSets().get(0).count()).isEqualTo(2);
            assertThat(info.podSets().get(0).replicas()).isEqualTo(3);
        }

        @Test
        @DisplayName("a role that counts has one replica (JOBSET-06)")
        void aRoleThatCountsHasOneReplica() {
            RuntimeInfo info = merge(PLAIN, runtime(NODE.replace("name: node, t", "name: node, replicas: 3, t")));
            assertThat(info.podSets().get(0).replicas()).isEqualTo(1);
        }
    }

    @Nested
    @DisplayName("labels and annotations of the JobSet (PIPE-31)")
    final class Metadata {
        private static final String TEMPLATE =
                "{template: {metadata: {labels: {a: runtime, b: runtime}, annotations: {c: runtime}}, spec:"
                        + " {replicatedJobs: [%s]}}}";

        @Test
        void thoseOfTheTrainJobWinOverThoseOfTheTemplate() {
            TrainJob trainJob =
                    trainJob("demo", "{runtimeRef: {name: plain}, labels: {b: job, d: job}, annotations: {c: job}}");
            RuntimeInfo info = merge(trainJob, TEMPLATE.formatted(NODE));
            assertThat(info.labels()).isEqualTo(Map.of("a", "runtime", "b", "job", "d", "job"));
            assertThat(info.annotations()).isEqualTo(Map.of("c", "job"));
        }

        @Test
        void metadataOfTheObjectsThemselvesIsNeverPropagated() {
            TrainJob trainJob = trainJob("demo", "runtimeRef: {name: plain}");
            trainJob.getMetadata().setLabels(Map.of("mine", "x"));
            trainJob.getMetadata().setAnnotations(Map.of("mine", "x"));
            RuntimeInfo info = merge(trainJob, runtime(NODE));
            assertThat(info.labels()).isEmpty();
            assertThat(info.annotations()).isEmpty();
        }
    }

    @Test
    @DisplayName("hosts use the subdomain of the network, else the TrainJob's name (JOBSET-10)")
    void hosts() {
        assertThat(merge(PLAIN, "{mlPolicy: {numNodes: 2}, template: {spec: {replicatedJobs: [" + NODE + "]}}}")
                        .podSets()
                        .get(0)
                        .endpoints())
                .containsExactly("demo-node-0-0.demo", "demo-node-0-1.demo");
        assertThat(merge(
                                PLAIN,
                                "{mlPolicy: {numNodes: 2}, template: {spec: {network: {subdomain: net},"
                                        + " replicatedJobs: ["
                                        + NODE + "]}}}")
                        .podSets()
                        .get(0)
                        .endpoints())
                .containsExactly("demo-node-0-0.net", "demo-node-0-1.net");
    }

    @Test
    void whatStartsFirstIsInTheView() {
        RuntimeInfo info = merge(
                PLAIN,
                runtime(
                        job("first", "{containers: []}"),
                        "{name: node, dependsOn: [{name: first, status: Complete}], template: {spec: {template: {spec:"
                                + " {containers: []}}}}}"));
        assertThat(info.podSet("node").orElseThrow().dependsOn())
                .containsExactly(new PodSet.Dependency("first", "Complete"));
    }

    @Nested
    @DisplayName("resourcesPerNode (PIPE-22, PIPE-25)")
    final class ResourcesPerNode {
        private final TrainJob trainJob = trainJob(
                "demo",
                """
                runtimeRef: {name: plain}
                trainer: {resourcesPerNode: {limits: {nvidia.com/gpu: 2}}}
                """);
        private final String node =
                job("node", "trainer", "{containers: [{name: node, resources: {requests: {cpu: 2}}}, {name: other}]}");

        @Test
        @DisplayName("are in the view and in what one pod asks for (T24)")
        void areInTheView() {
            RuntimeInfo info = merge(trainJob, runtime(node));
            PodSet podSet = info.podSet("node").orElseThrow();
            assertThat(podSet.container("node").orElseThrow().limits())
                    .isEqualTo(Map.of("nvidia.com/gpu", new Quantity("2")));
            assertThat(podSet.container("other").orElseThrow().limits()).isEmpty();
            assertThat(podSet.singlePodRequests())
                    .isEqualTo(Map.of("cpu", new Quantity("2"), "nvidia.com/gpu", new Quantity("2")));
        }

        @Test
        void alsoCountWithoutAnMlPolicy() {
            RuntimeInfo info = merge(trainJob, "{template: {spec: {replicatedJobs: [" + node + "]}}}");
            assertThat(info.trainerContainer().orElseThrow().limits()).containsKey("nvidia.com/gpu");
        }
    }

    @Nested
    @DisplayName("what cannot be merged is refused with the field and the way out")
    final class Refusals {
        @ParameterizedTest
        @ValueSource(
                strings = {"{}", "{template: {}}", "{template: {spec: {}}}", "{template: {spec: {replicatedJobs: []}}}"
                })
        @DisplayName("a runtime without replicated jobs (PIPE-22)")
        void aRuntimeWithNothingToRun(String runtime) {
            assertThatThrownBy(() -> merge(PLAIN, runtime))
                    .isInstanceOf(InvalidTrainJobException.class)
                    .hasMessageContainingAll("spec.runtimeRef", "ClusterTrainingRuntime plain", "replicatedJobs");
        }

        @Test
        @DisplayName("a patch without content, as Kueue leaves behind, changes nothing (PIPE-81)")
        void anEmptyPatchIsNone() {
            TrainJob trainJob = trainJob(
                    "demo", "{runtimeRef: {name: plain}, runtimePatches: [{manager: kueue.x-k8s.io/manager}]}");
            assertThat(merge(trainJob, runtime(NODE)).podSets()).hasSize(1);
        }

        @Test
        void aTrainJobWithoutSpec() {
            assertThatThrownBy(() -> new Compilation().compiler().merge(new TrainJob(), definition(runtime(NODE))))
                    .isInstanceOf(InvalidTrainJobException.class)
                    .hasMessage("spec is missing");
        }
    }

    @Test
    @DisplayName("the view holds the settings of the trainer, the TrainJob keeps its own (PIPE-12)")
    void theViewHoldsTheTrainer() {
        TrainJob trainJob = trainJob(
                "demo",
                """
                runtimeRef: {name: plain}
                trainer: {image: mine, command: [run], args: [a, b], numNodes: 4}
                """);
        RuntimeInfo info = merge(trainJob, runtime(NODE));
        assertThat(info.trainer().numNodes()).isEqualTo(4);
        ContainerView container = info.trainerContainer().orElseThrow();
        assertThat(container.image()).contains("mine");
        assertThat(container.command()).isEqualTo(List.of("run"));
        assertThat(container.args()).isEqualTo(List.of("a", "b"));
    }

    @Test
    @DisplayName("what the template said stays visible under the TrainJob's command, with overrides in it (PIPE-92)")
    void theCommandOfTheTemplateStaysVisible() {
        TrainJob trainJob = trainJob(
                "demo",
                """
                runtimeRef: {name: plain}
                trainer: {command: [run], args: [b]}
                """);
        RuntimeInfo info = merge(
                trainJob,
                runtime(
                        job(
                                "node",
                                "trainer",
                                "{containers: [{name: side, command: [s]}, {name: node, command: [tune, run], args: [a=1]}]}")));

        ContainerView container = info.trainerContainer().orElseThrow();
        assertThat(container.command()).containsExactly("run");
        assertThat(container.templateCommand()).containsExactly("tune", "run");
        assertThat(container.templateArgs()).containsExactly("a=1");
        ContainerView side = info.podSet("node").orElseThrow().container("side").orElseThrow();
        assertThat(side.templateCommand()).isEqualTo(side.command()).containsExactly("s");
        assertThat(side.templateArgs()).isEmpty();
    }

    @Test
    @DisplayName("annotations of the runtime are in the view, and not on the JobSet (PIPE-92)")
    void annotationsOfTheRuntimeAreVisible() {
        ClusterTrainingRuntime runtime = clusterRuntime("plain", runtime(NODE));
        runtime.getMetadata().setAnnotations(Map.of("example.com/model", "m"));

        RuntimeInfo info = new Compilation().compiler().merge(PLAIN, RuntimeDefinition.of(runtime));

        assertThat(info.runtimeAnnotations()).containsExactly(Map.entry("example.com/model", "m"));
        assertThat(info.annotations()).isEmpty();
        assertThat(merge(PLAIN, runtime(NODE)).runtimeAnnotations()).isEmpty();
    }

    private static RuntimeInfo merge(TrainJob trainJob, String runtime) {
        return new Compilation().compiler().merge(trainJob, definition(runtime));
    }
}
