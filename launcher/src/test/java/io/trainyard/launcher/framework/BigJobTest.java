package io.trainyard.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.judgement.AllPlugins;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts bytes and not time, so it says the same on any machine. */
@DisplayName("A TrainJob of 10,000 nodes (PIPE-94)")
final class BigJobTest {
    private static final int NODES = 10_000;
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What an API server takes of a ConfigMap; of all others it takes half as much again. */
    private static final int MAX_CONFIG_MAP_BYTES = 1024 * 1024;

    private static final int MAX_JOB_SET_BYTES = 64 * 1024;
    /** A line of a hostfile is 50 bytes, and is copied some times. */
    private static final long MAX_COMPILE_BYTES = 12L * 1024 * 1024;

    private final Plugins plugins = AllPlugins.started();
    private final TrainJobCompiler compiler = new TrainJobCompiler(
            new CompilerPlugins(plugins.mlPolicies(), plugins.podGroupPolicies(), plugins.componentBuilders()));

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "torch, node, ''",
        "jax, node, ''",
        "xgboost, node, ''",
        "paddle, worker, ''",
        "flux, node, ''",
        "mpi, launcher node, ''",
        "torch, node, coscheduling",
        "torch, node, volcano",
        "torch, node, kai",
    })
    @DisplayName("is one JobSet with one Job of so many pods, and nothing that an API server would not take")
    void becomesOneJobSetThatIsSmall(String framework, String jobs, String scheduler) {
        CompiledJob compiled = compile(framework, jobs, scheduler, NODES);

        assertThat(compiled.objects()).filteredOn(JobSet.class::isInstance).hasSize(1);
        assertThat(compiled.jobSet().replicatedJobs())
                .filteredOn(job -> Tree.integer(0, job, "template", "spec", "parallelism") == NODES)
                .singleElement()
                .satisfies(job -> assertThat(Tree.integer(1, job, "replicas")).isOne());
        assertThat(bytes(compiled.jobSet())).isLessThan(MAX_JOB_SET_BYTES);
        assertThat(compiled.objects())
                .allSatisfy(object -> assertThat(bytes(object)).isLessThan(MAX_CONFIG_MAP_BYTES));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"torch, node", "jax, node", "flux, node", "mpi, launcher node"})
    @DisplayName("is compiled with a few megabytes, which takes milliseconds")
    void isCompiledCheaply(String framework, String jobs) {
        compile(framework, jobs, "", NODES);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        compile(framework, jobs, "", NODES);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MAX_COMPILE_BYTES);
    }

    @Test
    @DisplayName("has a hostfile with all of them")
    void hasAWholeHostfile() {
        List<ConfigMap> hostfiles = compile("mpi", "launcher node", "", NODES).objects().stream()
                .filter(ConfigMap.class::isInstance)
                .map(ConfigMap.class::cast)
                .toList();
        assertThat(hostfiles).singleElement().satisfies(hostfile -> assertThat(
                        hostfile.getData().get("hostfile").lines())
                .hasSize(NODES));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = ';',
            value = {
                "mpi; launcher node; 10001; spec.trainer.numNodes; 10000",
                "tensorflow; worker; 10000; TF_CONFIG; 122880",
                "torch; node; 100001; replicated job node; 100000",
            })
    @DisplayName("or more is refused where it is impossible, with the limit")
    void theImpossibleIsRefused(String framework, String jobs, int nodes, String field, String limit) {
        assertThat(catchThrowable(() -> compile(framework, jobs, "", nodes)))
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessageContaining(field)
                .hasMessageContaining(limit);
    }

    private CompiledJob compile(String framework, String jobs, String scheduler, int nodes) {
        TrainingRuntime runtime = YAML.unmarshal(runtime(framework, jobs, scheduler), TrainingRuntime.class);
        TrainJob trainJob = YAML.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: frontier-model, namespace: research, uid: 0b4ff1a5-0d8b-4f1e-8a0e-0f3c4f3b2a10}
                spec:
                  runtimeRef: {kind: TrainingRuntime, name: big}
                  trainer: {numNodes: %d, resourcesPerNode: {limits: {nvidia.com/gpu: "8"}}}
                """
                        .formatted(nodes),
                TrainJob.class);
        return compiler.compile(trainJob, RuntimeDefinition.of(runtime)).await().atMost(Duration.ofSeconds(30));
    }

    private static String runtime(String framework, String jobs, String scheduler) {
        StringBuilder text = new StringBuilder(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: big, namespace: research}
                spec:
                  mlPolicy: {numNodes: 1, %s: {}}
                """
                        .formatted(framework));
        if (!scheduler.isEmpty()) {
            text.append("  podGroupPolicy: {").append(scheduler).append(": {}}\n");
        }
        text.append("  template:\n    spec:\n      replicatedJobs:\n");
        for (String job : jobs.split(" ")) {
            String label = job.equals("launcher")
                    ? ""
                    : "metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, ";
            text.append(
                    "        - {name: %s, template: {%sspec: {template: {spec: {containers: [{name: node, image: train}]}}}}}\n"
                            .formatted(job, label));
        }
        return text.toString();
    }

    private static int bytes(HasMetadata object) {
        return YAML.asJson(object).getBytes(StandardCharsets.UTF_8).length;
    }
}
