package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Elastic PyTorch on this machine")
final class ElasticTorchIT {
    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Pattern EPOCH =
            Pattern.compile("epoch (\\d+)/\\d+ loss ([\\d.]+), (\\d+) processes hold the same weights");

    private static final String PROGRAM = String.join(
            "\n",
            "    command:",
            "      - sh",
            "      - -c",
            "      - |",
            "        while [ -e no-room-for-$TRAINER_NODE_RANK ]; do sleep 0.2; done",
            "        exec python3 -m torch.distributed.run programs/torch_elastic.py",
            "    env:",
            "      - {name: EPOCHS, value: \"100000\"}",
            "      - {name: SECONDS_PER_EPOCH, value: \"0.2\"}",
            "");

    @TempDir
    private Path folder;

    private Path output = Path.of("");

    private record Epoch(int number, double loss, int processes) {}

    @Test
    @DisplayName(
            "ELASTIC-50d, ELASTIC-59, LOCAL-56: a node joins, one is lost and comes back, one is taken away, and training goes on from where it was")
    void nodesComeAndGo() throws Exception {
        Optional<String> python = TorchOfThisMachine.python();
        if (python.isEmpty() && !Boolean.getBoolean("torch.required")) {
            Assumptions.abort("there is no Python with torch here");
        }
        output = folder.resolve("output");
        Process run = start(
                output, "run", endlessExample(), "--python", python.orElseThrow(), "--follow", "all", "--grace", "1s");
        try {
            trainsWith(2);

            assertThat(trainyard("scale", "torch-elastic", "3")).contains("2 -> 3 nodes");
            trainsWith(3);

            Path noRoom = Files.createFile(folder.resolve("no-room-for-1"));
            killNode(1);
            trainsWith(2);
            Files.delete(noRoom);
            trainsWith(3);

            trainyard("scale", "torch-elastic", "1");
            trainsWith(1);
            assertThat(processesOfNode(0).count())
                    .as("the first node is never taken away")
                    .isPositive();
            assertThat(processesOfNode(1).count() + processesOfNode(2).count()).isZero();
            assertThat(trainyard("scale", "torch-elastic", "9"))
                    .contains("spec.trainer.numNodes: Invalid value: 9: must be between 1 and 4");

            List<Epoch> epochs = epochs();
            assertThat(epochs)
                    .extracting(Epoch::number)
                    .as("nothing is trained twice or left out")
                    .isSorted();
            assertThat(epochs.get(epochs.size() - 1).loss())
                    .as("the loss falls")
                    .isLessThan(epochs.get(0).loss());
        } finally {
            trainyard("stop", "--all", "--now");
            run.destroy();
            assertThat(run.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    /** The example, without an end, and in a hurry. A node for which there is no room waits before it starts, as a pod that cannot be scheduled does. */
    private String endlessExample() throws Exception {
        Path file = folder.resolve("torch-elastic.yaml");
        Files.createDirectories(folder.resolve("programs"));
        Files.copy(EXAMPLES.resolve("programs/torch_elastic.py"), folder.resolve("programs/torch_elastic.py"));
        Files.writeString(
                file,
                Files.readString(EXAMPLES.resolve("torch-elastic.yaml"))
                        .replace(
                                "    command:\n      - torchrun\n      - programs/torch_elastic.py\n    env:\n",
                                PROGRAM));
        return file.toString();
    }

    /** Waits until another epoch has been trained, by so many processes. */
    private void trainsWith(int processes) throws Exception {
        int before = epochs().size();
        await("training with " + processes + " processes").atMost(LIMIT).untilAsserted(() -> assertThat(
                        epochs().stream().skip(before))
                .as(Files.readString(output))
                .anyMatch(epoch -> epoch.processes() == processes));
    }

    private List<Epoch> epochs() throws Exception {
        return EPOCH.matcher(Files.readString(output))
                .results()
                .map(ElasticTorchIT::epoch)
                .toList();
    }

    private static Epoch epoch(MatchResult line) {
        return new Epoch(
                Integer.parseInt(line.group(1)), Double.parseDouble(line.group(2)), Integer.parseInt(line.group(3)));
    }

    private void killNode(int node) {
        List<ProcessHandle> processes = processesOfNode(node).toList();
        assertThat(processes).isNotEmpty();
        processes.forEach(ProcessHandle::destroyForcibly);
    }

    /** torchrun and what it has started on that node of this run, which is started in a folder of its own. */
    private Stream<ProcessHandle> processesOfNode(int node) {
        return ProcessHandle.allProcesses().filter(process -> isOfNode(Path.of("/proc", "" + process.pid()), node));
    }

    private boolean isOfNode(Path process, int node) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd")).equals(folder.toRealPath())
                    && List.of(Files.readString(process.resolve("environ")).split("\0"))
                            .contains("TRAINER_NODE_RANK=" + node);
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    private String trainyard(String... arguments) throws Exception {
        Path answer = Files.createTempFile(folder, "answer", "");
        assertThat(start(answer, arguments).waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return Files.readString(answer);
    }

    private Process start(Path answer, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile())
                .start();
    }
}
