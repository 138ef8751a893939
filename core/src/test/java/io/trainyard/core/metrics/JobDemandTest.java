package io.trainyard.core.metrics;

import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.specOf;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What TrainJobs ask for, as Prometheus sees it (OPS-34)")
final class JobDemandTest {
    private static final String RUNTIME =
            """
            mlPolicy: {numNodes: 2}
            template:
              spec:
                replicatedJobs:
                  - name: dataset-initializer
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                      spec: {template: {spec: {containers: [
                        {name: dataset-initializer, image: load, resources: {limits: {nvidia.com/gpu: 1}}}]}}}
                  - name: node
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                      spec: {template: {spec: {containers: [
                        {name: node, image: train, resources: {requests: {cpu: 500m}, limits: {nvidia.com/gpu: 4}}}]}}}
            """;

    @Test
    @DisplayName(
            "without a word of the TrainJob: the nodes of the runtime, and their accelerators, but none of initializers")
    void numbersOfTheRuntime() {
        assertThat(demand("")).isEqualTo(new JobDemand(2, Map.of("nvidia.com/gpu", 8.0)));
    }

    @Test
    @DisplayName("with a word of the TrainJob: its nodes and resources over those of the runtime")
    void numbersOfTheTrainJob() {
        assertThat(
                        demand(
                                ", trainer: {numNodes: 3, resourcesPerNode: {limits: {nvidia.com/gpu: 8, rdma/hca: 1, memory: 4Gi}}}"))
                .isEqualTo(new JobDemand(3, Map.of("nvidia.com/gpu", 24.0)));
    }

    @Test
    @DisplayName("no nodes need no accelerators")
    void noNodes() {
        assertThat(demand(", trainer: {numNodes: 0}")).isEqualTo(new JobDemand(0, Map.of()));
    }

    @Test
    @DisplayName("with MPI the nodes are those of the policy, while pods may be one more or as many (MPI-24)")
    void nodesOfMpi() {
        RuntimeInfo info = new RuntimeInfo(
                Map.of(),
                Map.of(),
                new RuntimePolicy(
                        clusterRuntime("mpi", "mlPolicy: {numNodes: 3, mpi: {}}")
                                .getSpec()
                                .mlPolicy(),
                        null),
                Trainer.EMPTY,
                Map.of(),
                List.of(pods("launcher", "trainer", 1, "0"), pods("node", null, 3, "2")));

        assertThat(JobDemand.of(info)).isEqualTo(new JobDemand(3, Map.of("amd.com/gpu", 6.0)));
    }

    @Test
    @DisplayName("an amount that cannot be read is no accelerator, and fails nothing")
    void unreadableAmounts() {
        RuntimeInfo info = new RuntimeInfo(
                Map.of(),
                Map.of(),
                new RuntimePolicy(null, null),
                Trainer.EMPTY,
                Map.of(),
                List.of(pods("node", "trainer", 2, "a few")));

        assertThat(JobDemand.of(info)).isEqualTo(new JobDemand(2, Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "nvidia.com/gpu,true",
        "amd.com/gpu,true",
        "gpu.intel.com/i915,true",
        "nvidia.com/mig-1g.5gb,true",
        "google.com/tpu,true",
        "habana.ai/gaudi,true",
        "aws.amazon.com/neuroncore,true",
        "huawei.com/Ascend910,true",
        "aliyun.com/gpu-mem,false",
        "nvidia.com/gpucores,false",
        "rdma/hca,false",
        "vpc.amazonaws.com/efa,false",
        "example.com/output,false",
        "cpu,false",
        "gpu,false"
    })
    @DisplayName("accelerators are known by the habits of naming them")
    void acceleratorsAreKnown(String resource, boolean accelerator) {
        assertThat(ResourceCounts.isAccelerator(resource)).isEqualTo(accelerator);
    }

    @Test
    @DisplayName("demands are histograms in powers of two, by runtime and resource")
    void demandsAreHistograms() {
        Scrape scrape = new Scrape();
        JobDemandMetrics metrics = new JobDemandMetrics(scrape.registry(), new ManualTimeSource());
        metrics.started(trainJob("a", "{runtimeRef: {name: torch}}"), new JobDemand(3, Map.of("nvidia.com/gpu", 24.0)));
        metrics.started(trainJob("b", "{runtimeRef: {name: torch}}"), new JobDemand(0, Map.of()));

        assertThat(scrape.value("kubeflow_trainer_trainjob_requested_nodes_count{runtime=\"torch\"}"))
                .isEqualTo(2);
        assertThat(scrape.value("kubeflow_trainer_trainjob_requested_nodes_bucket{runtime=\"torch\",le=\"2.0\"}"))
                .isEqualTo(1);
        assertThat(scrape.value("kubeflow_trainer_trainjob_requested_nodes_sum{runtime=\"torch\"}"))
                .isEqualTo(3);
        assertThat(
                        scrape.value(
                                "kubeflow_trainer_trainjob_requested_accelerators_count{resource=\"nvidia.com/gpu\",runtime=\"torch\"}"))
                .isEqualTo(1);
        assertThat(
                        scrape.value(
                                "kubeflow_trainer_trainjob_requested_accelerators_bucket{resource=\"nvidia.com/gpu\",runtime=\"torch\",le=\"32.0\"}"))
                .isEqualTo(1);
        assertThat(scrape.bounds("kubeflow_trainer_trainjob_requested_nodes")).startsWith("1.0", "2.0", "4.0");
    }

    @Test
    @DisplayName("names of resources are bounded: what comes after the 32nd is \"other\"")
    void resourcesAreBounded() {
        Scrape scrape = new Scrape();
        JobDemandMetrics metrics = new JobDemandMetrics(scrape.registry(), new ManualTimeSource());
        IntStream.range(0, 40)
                .forEach(i -> metrics.started(
                        trainJob("a", "{runtimeRef: {name: torch}}"),
                        new JobDemand(1, Map.of("example.com/gpu" + i, 1.0))));

        assertThat(scrape.value(
                        "kubeflow_trainer_trainjob_requested_accelerators_count{resource=\"other\",runtime=\"torch\"}"))
                .isEqualTo(8);
    }

    @Test
    @DisplayName("50,000 names of runtimes leave a page that stays below its bound (OPS-131)")
    void namesOfRuntimesAreBounded() {
        Scrape scrape = new Scrape();
        JobDemandMetrics metrics = new JobDemandMetrics(scrape.registry(), new ManualTimeSource());
        TrainJob job = trainJob("a", "{runtimeRef: {name: torch}}");
        for (int i = 0; i < 50_000; i++) {
            job.setSpec(specOf("torch-" + i));
            metrics.started(job, new JobDemand(1, Map.of("example.com/gpu", 1.0)));
        }

        assertThat(scrape.page().length()).isLessThan(1 << 21);
        assertThat(scrape.page()).contains("torch-49999").doesNotContain("torch-40000");
    }

    private static JobDemand demand(String more) {
        TrainJobCompiler compiler = new TrainJobCompiler(
                new CompilerPlugins(List.of(new PlainPlugin()), List.of(), List.of()), GangFacts.NONE);
        return JobDemand.of(compiler.compile(
                        trainJob("demo", "{runtimeRef: {name: plain}" + more + "}"),
                        RuntimeDefinition.of(clusterRuntime("plain", RUNTIME)))
                .subscribe()
                .asCompletionStage()
                .toCompletableFuture()
                .join()
                .info());
    }

    private static PodSetDefinition pods(String name, String ancestor, int count, String gpus) {
        return PodSetDefinition.builder("demo", name)
                .ancestor(ancestor)
                .count(count)
                .singlePodRequests(() -> Map.of("amd.com/gpu", new Quantity(gpus)))
                .build();
    }
}
