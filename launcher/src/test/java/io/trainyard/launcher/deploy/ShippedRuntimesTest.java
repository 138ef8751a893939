package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The runtimes in {@code deploy}, and their copies in the chart. */
final class ShippedRuntimesTest {
    static List<Path> runtimes() throws IOException {
        try (Stream<Path> originals = Files.walk(Tool.DEPLOY.resolve("runtimes"));
                Stream<Path> copies = Files.walk(Tool.DEPLOY.resolve("helm/trainyard/files"))) {
            List<Path> found = Stream.concat(
                            originals,
                            copies.filter(file -> file.getParent().endsWith("runtimes")
                                    || file.getParent().endsWith("gang-runtimes")))
                    .filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
            assertThat(found).hasSizeGreaterThan(20);
            return found;
        }
    }

    @ParameterizedTest
    @MethodSource("runtimes")
    @DisplayName("the Python SDK lists every runtime and can train on it (SDK-20 to SDK-24)")
    void theSdkUnderstandsEveryRuntime(Path file) throws IOException {
        assertThat(RuntimeForTheSdk.problems(runtime(file))).isEmpty();
    }

    @Test
    @DisplayName("a runtime that the SDK does not understand is told with the rule that it breaks")
    void whatTheSdkDoesNotUnderstandIsFound() {
        Map<String, Object> none = Tree.object(Yaml.parse("{spec: {template: {spec: {replicatedJobs: []}}}}"));
        Map<String, Object> memory = Tree.object(Yaml.parse(
                "{metadata: {labels: {trainer.kubeflow.org/framework: x}}, spec: {mlPolicy: {torch: {}}, template: {spec:"
                        + " {replicatedJobs: [{template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step:"
                        + " trainer}}, spec: {template: {spec: {containers: [{name: node, resources: {limits: {memory:"
                        + " 1Gi}}}]}}}}}]}}}}"));

        assertThat(RuntimeForTheSdk.problems(none))
                .extracting(problem -> problem.substring(0, 6))
                .containsExactly("SDK-20", "SDK-21", "SDK-22");
        assertThat(RuntimeForTheSdk.problems(memory))
                .extracting(problem -> problem.substring(0, 6))
                .containsExactly("SDK-23", "SDK-24");
    }

    @ParameterizedTest
    @CsvSource({
        "torchtune-llama3.2-1b,  llama3_2/1B_full,  hf://meta-llama/Llama-3.2-1B-Instruct, original/tokenizer.model",
        "torchtune-llama3.2-3b,  llama3_2/3B_full,  hf://meta-llama/Llama-3.2-3B-Instruct, original/tokenizer.model",
        "torchtune-qwen2.5-1.5b, qwen2_5/1.5B_full, hf://Qwen/Qwen2.5-1.5B-Instruct,       vocab.json",
        "torchtune-gemma2-2b,    gemma2/2B_full,    hf://google/gemma-2-2b,                tokenizer.model"
    })
    @DisplayName(
            "runtimes of TorchTune: data and model are fetched side by side, then one node trains on two GPUs (RT-05 to RT-07, RT-11, RT-17)")
    void runtimesOfTorchTune(String name, String config, String model, String tokenizer) throws IOException {
        Map<String, Object> runtime = runtime(Tool.DEPLOY.resolve("runtimes").resolve(name + ".yaml"));
        List<Map<String, Object>> jobs = Tree.objects(runtime, "spec", "template", "spec", "replicatedJobs");

        assertThat(Tree.text(runtime, "metadata", "labels", "trainer.kubeflow.org/framework"))
                .isEqualTo("torchtune");
        assertThat(jobs)
                .extracting(job -> job.get("name"))
                .containsExactly("dataset-initializer", "model-initializer", "node");
        assertThat(Tree.objects(container(jobs.get(0)), "env").get(0)).containsEntry("value", "hf://tatsu-lab/alpaca");
        assertThat(Tree.objects(container(jobs.get(1)), "env").get(0)).containsEntry("value", model);
        assertThat(Tree.objects(jobs.get(0), "dependsOn")).isEmpty();
        assertThat(Tree.objects(jobs.get(1), "dependsOn")).isEmpty();
        assertThat(Tree.objects(jobs.get(2), "dependsOn"))
                .containsExactly(
                        Map.of("name", "dataset-initializer", "status", "Complete"),
                        Map.of("name", "model-initializer", "status", "Complete"));
        Map<String, Object> node = container(jobs.get(2));
        assertThat(Tree.text(node, "image")).matches(".*/torchtune-trainer:v[0-9.]+");
        assertThat(Tree.child(node, "resources", "limits")).containsEntry("nvidia.com/gpu", 2L);
        assertThat(Tree.strings(node, "command"))
                .startsWith(
                        "tune",
                        "run",
                        "--rdzv_endpoint=localhost:29500",
                        "full_finetune_distributed",
                        "--config",
                        config)
                .contains("tokenizer.path=/workspace/model/" + tokenizer, "output_dir=/workspace/output")
                .endsWith("checkpointer.checkpoint_dir=/workspace/model");
    }

    @ParameterizedTest
    @CsvSource({
        "torch-distributed,   torch,   pytorch/pytorch:[0-9.]+-cuda.*",
        "jax-distributed,     jax,     nvcr.io/nvidia/jax:[0-9.]+-py3",
        "xgboost-distributed, xgboost, ghcr.io/kubeflow/trainer/xgboost-runtime:v[0-9.]+",
        "tensorflow-distributed, tensorflow, tensorflow/tensorflow:[0-9.]+-gpu"
    })
    @DisplayName(
            "runtimes of one job: one node unless the TrainJob says more, no command, a pinned image (RT-01, RT-08, RT-09, RT-15, TF-14)")
    void runtimesOfOneJob(String name, String framework, String image) throws IOException {
        Map<String, Object> runtime = runtime(Tool.DEPLOY.resolve("runtimes").resolve(name + ".yaml"));
        List<Map<String, Object>> jobs = Tree.objects(runtime, "spec", "template", "spec", "replicatedJobs");

        assertThat(Tree.text(runtime, "metadata", "labels", "trainer.kubeflow.org/framework"))
                .isEqualTo(framework);
        assertThat(Tree.child(runtime, "spec", "mlPolicy")).isEqualTo(Map.of("numNodes", 1L, framework, Map.of()));
        assertThat(jobs).extracting(job -> job.get("name")).containsExactly("node");
        assertThat(Tree.text(container(jobs.get(0)), "image")).matches(image);
        assertThat(container(jobs.get(0))).containsOnlyKeys("name", "image");
    }

    @Test
    @DisplayName(
            "the runtime for Paddle: a launcher that is too early is started again, and logs have a place (RT-15, PADDLE-09)")
    void runtimeOfPaddle() throws IOException {
        Map<String, Object> runtime = runtime(Tool.DEPLOY.resolve("runtimes").resolve("paddle-distributed.yaml"));
        Map<String, Object> job = Tree.objects(runtime, "spec", "template", "spec", "replicatedJobs")
                .get(0);
        Map<String, Object> node = container(job);

        assertThat(Tree.text(runtime, "metadata", "labels", "trainer.kubeflow.org/framework"))
                .isEqualTo("paddle");
        assertThat(Tree.child(runtime, "spec", "mlPolicy")).isEqualTo(Map.of("numNodes", 1L, "paddle", Map.of()));
        assertThat(Tree.text(job, "template", "spec", "template", "spec", "restartPolicy"))
                .isEqualTo("OnFailure");
        assertThat(Tree.text(node, "image")).matches("paddlepaddle/paddle:[0-9.]+-gpu-cuda.*");
        assertThat(Tree.objects(node, "env"))
                .containsExactly(Map.of("name", "PADDLE_LOG_DIR", "value", "/var/log/paddle"));
        assertThat(Tree.objects(node, "volumeMounts"))
                .containsExactly(Map.of("name", "logs", "mountPath", "/var/log/paddle"));
    }

    private static Map<String, Object> container(Map<String, Object> job) {
        return Tree.objects(job, "template", "spec", "template", "spec", "containers")
                .get(0);
    }

    private static Map<String, Object> runtime(Path file) throws IOException {
        return Tree.object(Yaml.parse(Files.readString(file)));
    }
}
