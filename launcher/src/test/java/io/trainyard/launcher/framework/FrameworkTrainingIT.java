package io.trainyard.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.process.Distribution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the frameworks with {@code trainyard run}: real processes of the real framework on two nodes, no cluster. */
final class FrameworkTrainingIT {
    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();
    /** Longer than torchrun waits at the end for an agent that is late, which is five minutes. */
    private static final long SECONDS = 420;

    private static final Pattern LOSS = Pattern.compile(" loss ([0-9.]+)");

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "jax, jax-xgboost, process 1 of 2, all 2 processes hold the same weights",
        "xgboost, jax-xgboost, worker 1 of 2, all 2 workers hold the same model",
        "tensorflow, tensorflow, worker 1 of 2, all 2 workers hold the same weights",
        "paddle, paddle, trainer 1 of 2, all 2 trainers hold the same weights",
        "trl-tiny, trl, rank 1 of 2, all 2 ranks hold the same weights"
    })
    @DisplayName(
            "two nodes form one group of two, the loss falls, and all ranks end with the same numbers (JAX-07, XGB-10, TF-06, PADDLE-04, PADDLE-10, LLM-14)")
    void trains(String example, String environment, String group, String agreement) throws Exception {
        Path python = InstalledPython.require(environment);
        String text = run(EXAMPLES.resolve(example + ".yaml"), python);

        assertThat(text).contains(group, agreement, "TrainJob " + example + ": Complete");
        List<Double> losses = LOSS.matcher(text)
                .results()
                .map((MatchResult found) -> Double.parseDouble(found.group(1)))
                .toList();
        assertThat(losses).as(text).hasSizeGreaterThan(2);
        assertThat(losses.get(losses.size() - 1)).as(text).isLessThan(losses.get(0) / 2);
    }

    @Test
    @DisplayName(
            "accelerate launch that is told of no machines leaves each of two nodes alone, as the warning says (TORCH-55)")
    void accelerateLeavesNodesAlone() throws Exception {
        Path python = InstalledPython.require("trl");
        Files.writeString(
                folder.resolve("alone.py"),
                "from accelerate import PartialState\nstate = PartialState(cpu=True)\n"
                        + "print(f'rank {state.process_index} of {state.num_processes}')\n");
        Path file = Files.writeString(
                folder.resolve("alone.yaml"),
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: alone}
                spec:
                  runtimeRef: {name: torch-distributed}
                  trainer: {numNodes: 2, command: [python3, -m, accelerate.commands.launch, alone.py]}
                """);

        String text = run(file, python);

        assertThat(text).contains("so each of the 2 nodes trains alone");
        assertThat(text.lines().filter(line -> line.endsWith("rank 0 of 1"))).hasSize(2);
    }

    @Test
    @DisplayName(
            "nodes that accelerate leaves alone are noticed by what their programs report, and a job that wants that ends as Failed (SSRV-72, SSRV-73)")
    void nodesThatTrainAloneAreNoticed() throws Exception {
        Path python = InstalledPython.require("trl");
        Files.copy(EXAMPLES.resolve("programs").resolve("trainyard_status.py"), folder.resolve("trainyard_status.py"));
        Files.writeString(
                folder.resolve("alone.py"),
                """
                import time
                import torch
                from transformers import Trainer, TrainingArguments
                import trainyard_status

                class Model(torch.nn.Module):
                    def __init__(self):
                        super().__init__()
                        self.weight = torch.nn.Parameter(torch.zeros(1))

                    def forward(self, x, labels):
                        time.sleep(0.05)
                        return {"loss": ((self.weight * x - labels) ** 2).mean()}

                data = [{"x": torch.ones(1), "labels": torch.ones(1)} for _ in range(20_000)]
                arguments = TrainingArguments(output_dir="out", use_cpu=True, max_steps=10_000, logging_steps=5, save_strategy="no", report_to="none")
                Trainer(Model(), arguments, train_dataset=data, callbacks=[trainyard_status.hugging_face()]).train()
                """);
        Path file = Files.writeString(
                folder.resolve("alone.yaml"),
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: alone, annotations: {trainyard.dev/on-smaller-world: Fail}}
                spec:
                  runtimeRef: {name: torch-distributed}
                  trainer: {numNodes: 2, command: [python3, -m, accelerate.commands.launch, alone.py]}
                """);

        String text = run(file, python, 1);

        assertThat(text)
                .contains("SmallerWorld", "the training processes formed a group of 1, but the TrainJob declares 2");
    }

    /** What a run writes that ends well. */
    private String run(Path file, Path python) throws Exception {
        return run(file, python, 0);
    }

    private String run(Path file, Path python, int code) throws Exception {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Distribution.program().toString(),
                        "run",
                        file.toString(),
                        "--follow",
                        "all",
                        "--python",
                        python.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        process.destroy();
        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(process.exitValue()).as(text).isEqualTo(code);
        return text;
    }
}
