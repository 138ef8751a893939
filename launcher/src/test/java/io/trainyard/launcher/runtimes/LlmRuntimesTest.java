package io.trainyard.launcher.runtimes;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.Validation;
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
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Runtimes for fine-tuning language models")
final class LlmRuntimesTest {
    private static final Path EXAMPLES = ShippedJob.ROOT.resolve("examples/llm");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    @DisplayName(
            "each example compiles with its runtime; nothing is warned of, so all nodes form one group (LLM-14, MLP-25)")
    void examplesFormOneGroup(Path file) throws IOException {
        ShippedJob job = ShippedJob.of(file);

        assertThat(job.findings()).isEqualTo(Validation.OK);
        assertThat(job.compiled().warnings()).isEmpty();
        assertThat(job.words()).isNotEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "trl, trl, torchrun -m trl.scripts.sft",
        "unsloth, unsloth, torchrun /workspace/train.py",
        "llama-factory, llamafactory, llamafactory-cli train",
        "axolotl, axolotl, torchrun -m axolotl.cli.train",
        "megatron, megatron, torchrun"
    })
    @DisplayName(
            "each starts its tool in a way that finds the other nodes, with shared memory, data, model and results (LLM-10, LLM-13, LLM-14)")
    void launchers(String runtime, String framework, String command) throws IOException {
        Map<String, Object> tree = Tree.object(Yaml.parse(
                Files.readString(ShippedJob.ROOT.resolve("deploy/runtimes").resolve(runtime + ".yaml"))));
        ShippedJob job = on(runtime, "{numNodes: 2, args: [own]}");

        assertThat(Tree.text(tree, "metadata", "labels", "trainer.kubeflow.org/framework"))
                .isEqualTo(framework);
        assertThat(Tree.text(tree, "metadata", "annotations", "kubernetes.io/description"))
                .contains("ReadWriteMany");
        assertThat(String.join(" ", job.words())).startsWith(command).endsWith(" own");
        assertThat(job.findings()).isEqualTo(Validation.OK);
        assertThat(Tree.objects(job.trainer(), "volumeMounts"))
                .extracting(mount -> mount.get("mountPath"))
                .contains("/dev/shm")
                .anyMatch(path -> List.of("/workspace", "/workspace/dataset").contains(path));
        assertThat(job.compiled().jobSet().replicatedJobs())
                .extracting(each -> each.get("name"))
                .containsExactly("dataset-initializer", "model-initializer", "node");
    }

    @Test
    @DisplayName(
            "LLaMA-Factory gets its own names for what torchrun is told, after the variables that they refer to (LLM-05, MLP-10)")
    void llamaFactoryReadsOtherNames() throws IOException {
        List<String> variables =
                on("llama-factory", "{numNodes: 3, numProcPerNode: 2}").variables();

        assertThat(variables)
                .containsSubsequence(
                        "PET_NNODES=3",
                        "PET_NPROC_PER_NODE=2",
                        "PET_NODE_RANK=from the pod",
                        "MASTER_ADDR=demo-node-0-0.demo",
                        "MASTER_PORT=29500",
                        "FORCE_TORCHRUN=1",
                        "NNODES=$(PET_NNODES)",
                        "NODE_RANK=$(PET_NODE_RANK)",
                        "NPROC_PER_NODE=$(PET_NPROC_PER_NODE)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"accelerate, launch, train.py", "trl, sft", "python, train.py", "torchrun, --standalone, x"})
    @DisplayName("a command that leaves the nodes apart is warned of on each of them (MLP-25)")
    void commandsThatLeaveTheNodesApart(String command) throws IOException {
        for (String runtime : List.of("trl", "unsloth", "llama-factory", "axolotl", "megatron")) {
            ShippedJob job = on(runtime, "{numNodes: 2, command: [" + command + "]}");

            assertThat(job.findings().warnings())
                    .as(runtime)
                    .singleElement()
                    .asString()
                    .contains("alone");
            assertThat(job.compiled().warnings())
                    .as(runtime)
                    .extracting(warning -> warning.reason())
                    .containsExactly("LauncherMismatch");
        }
    }

    @Test
    @DisplayName("the runtime that users' documents name with initializers leaves /workspace to the TrainJob (RT-18)")
    void theRuntimeOfTheDocuments() throws IOException {
        ShippedJob job = on("torch-distributed-with-initializer", "{numNodes: 2, command: [torchrun, /mnt/train.py]}");

        assertThat(job.findings()).isEqualTo(Validation.OK);
        assertThat(Tree.objects(job.trainer(), "volumeMounts"))
                .extracting(mount -> mount.get("mountPath") + " " + mount.get("subPath"))
                .containsExactly("/mnt/dataset dataset", "/mnt/model model");
    }

    @Test
    @DisplayName(
            "the complete TrainJob of the documents is accepted on it, with its data beside its own workspace (RT-18)")
    void theCompleteTrainJob() throws IOException {
        Map<String, Object> complete =
                Yaml.parseAll(Files.readString(Path.of("src/test/resources/data/complete-job.yaml"))).stream()
                        .map(Tree::object)
                        .filter(document -> "TrainJob".equals(document.get("kind")))
                        .findFirst()
                        .orElseThrow();
        Map<String, Object> spec = Tree.with(
                Tree.child(complete, "spec"), "runtimeRef", Map.of("name", "torch-distributed-with-initializer"));

        ShippedJob job = ShippedJob.of(Tree.with(complete, "spec", spec));

        assertThat(job.findings().errors()).isEmpty();
        assertThat(Tree.objects(job.trainer(), "volumeMounts"))
                .extracting(mount -> mount.get("mountPath"))
                .contains("/mnt/dataset", "/mnt/model", "/workspace");
    }

    @Test
    @DisplayName("no shipped example starts another group than it asks for (MLP-25)")
    void noExampleContradictsItself() throws IOException {
        int jobs = 0;
        try (Stream<Path> files = Files.walk(ShippedJob.ROOT.resolve("examples"), 2)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .filter(each -> !each.getParent().endsWith("vendor-plugin"))
                    .toList()) {
                for (Object document : Yaml.parseAll(Files.readString(file))) {
                    Map<String, Object> tree = Tree.object(document);
                    Path runtime = ShippedJob.ROOT
                            .resolve("deploy/runtimes")
                            .resolve(Tree.text(tree, "spec", "runtimeRef", "name") + ".yaml");
                    if ("TrainJob".equals(tree.get("kind")) && Files.exists(runtime)) {
                        jobs++;
                        assertThat(ShippedJob.of(tree).compiled().warnings())
                                .as(file.toString())
                                .isEmpty();
                    }
                }
            }
        }
        assertThat(jobs).isGreaterThan(10);
    }

    private static ShippedJob on(String runtime, String trainer) throws IOException {
        return ShippedJob.of(Tree.object(Yaml.parse(
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: demo}, spec: {runtimeRef:"
                        + " {name: " + runtime + "}, trainer: " + trainer + "}}")));
    }
}
