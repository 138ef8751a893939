package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.testcluster.TestCluster;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training on this machine as a user does it: the program of the distribution, real processes, no cluster (LOCAL-90 to LOCAL-99). */
final class LocalRunIT {
    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    private Path folder;

    /** Where Ctrl-C is ignored when the tests start, as in background jobs of shells, children ignore it, too. Python undoes that; a shell cannot. */
    private static final List<String> WITH_INTERRUPTS = List.of(
            "python3",
            "-c",
            "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])");

    private static final List<String> WITHOUT_INTERRUPTS = List.of("sh", "-c", "trap '' INT; exec \"$0\" \"$@\"");

    private record Run(int code, String out, String err) {}

    @Test
    @DisplayName(
            "the example of the README trains on two nodes, agrees on the weights, reports its loss and ends with 0 (LOCAL-92, LOCAL-95, LOCAL-97, SSRV-75)")
    void plainPythonTrains() throws Exception {
        Run run = run("run", EXAMPLES.resolve("train-python.yaml").toString(), "--follow", "all");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains("node 0 of 2", "node 1 of 2", "epoch 20/20 loss 0.0", "all 2 nodes hold the same weights")
                .containsPattern("train-python-node-0-0-\\w+ +Succeeded +0 +0 ")
                .contains("TrainJob train-python: Complete");
        Path latest = folder.resolve(".trainyard/latest");
        assertThat(latest.resolve("input.yaml")).content().contains("kind: TrainJob", "kind: ClusterTrainingRuntime");
        assertThat(latest.resolve("objects/jobset-train-python.yaml")).content().contains("AllJobsCompleted");
        assertThat(latest.resolve("objects/trainjob-train-python.yaml"))
                .content()
                .contains("progressPercentage: 100", "name: world_size");
        assertThat(latest.resolve("objects/configmap-train-python-metrics.yaml"))
                .content()
                .contains("loss");
        assertThat(latest.resolve("kubeconfig")).doesNotExist();
        assertThat(Json.parse(Files.readAllBytes(latest.resolve("status.json"))))
                .satisfies(status -> assertThat(Tree.text(status, "phase")).isEqualTo("Complete"));
        assertThat(run("logs", "train-python", "node-0-1", "--tail", "1").out())
                .startsWith("all 2 nodes hold the same weights");
        assertThat(run("logs", "latest").out()).contains("epoch 20/20");
        assertThat(run("ps").out()).contains("train-python", "Complete");
        assertThat(run("clean").out()).contains("removed ");
        assertThat(run("ps").err()).contains("no runs");
    }

    @Test
    @DisplayName("the same file runs on three nodes with --nodes")
    void moreNodesThanTheFileSays() throws Exception {
        Run run = run("run", EXAMPLES.resolve("train-python.yaml").toString(), "--nodes", "3", "-o", "json");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<Map<String, Object>> lines = run.out()
                .lines()
                .map(line -> Tree.object(Optional.ofNullable(Json.parse(line)).orElseThrow()))
                .toList();
        assertThat(lines.stream().filter(line -> "Succeeded".equals(line.get("phase"))))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).containsEntry("exitCode", 0L));
        assertThat(lines.get(lines.size() - 1))
                .containsEntry("type", "run")
                .containsEntry("phase", "Complete")
                .containsEntry("exitCode", 0L);
    }

    @Test
    @DisplayName("a failing command ends with 1, the end of its log and a hint (LOCAL-92, LOCAL-97)")
    void aFailingCommandIsExplained() throws Exception {
        Run run = run("run", job("broken", "backoffLimit: 0", "python3", "-c", "import nosuchmodule"));

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out()).contains("TrainJob broken: Failed").containsPattern("Failed +1 ");
        assertThat(run.err())
                .contains("The first to fail was container node", "No module named 'nosuchmodule'")
                .contains("hint: the Python that ran has no module nosuchmodule");
    }

    @Test
    @DisplayName(
            "a killed rank leads to a restart with --as-cluster, when the JobSet allows one, and the run still succeeds")
    void aKilledRankIsRestarted() throws Exception {
        String script =
                "if [ ! -e ../once ] && [ $JOB_COMPLETION_INDEX = 1 ]; then touch ../once; kill -9 $$$$; fi; echo well";
        Path work = Files.createDirectories(folder.resolve("work"));
        Run run = run(
                "run", job("again", "backoffLimit: 0", "sh", "-c", script),
                "--workdir", work.toString());
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out()).containsPattern("again-node-0-1-\\w+ +Failed +137 ");

        Files.delete(folder.resolve("once"));
        Path file = folder.resolve("again.yaml");
        Files.writeString(file, Files.readString(file).replace("maxRestarts: 0", "maxRestarts: 1"));
        Run second = run("run", file.toString(), "--workdir", work.toString(), "--follow", "all", "--as-cluster");
        assertThat(second.code()).as(second.out() + second.err()).isZero();
        assertThat(second.out()).contains("TrainJob again: Complete").contains(" | well");
    }

    @Test
    @DisplayName("a program that is not there ends with 1, quickly, and is named (LOCAL-84)")
    void aMissingProgramIsNamed() throws Exception {
        Run run = run("run", job("missing", "backoffLimit: 6", "no-such-program"), "--follow", "none");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.err()).contains("exec: \"no-such-program\": no such program on this machine");
    }

    /** The seed's runtime with initializer: empty folders that the pods cannot share, and no order. */
    private String fetching(String name, Path source, String program) throws Exception {
        String step =
                """
                      - name: %1$s
                        template:
                          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: %2$s}}
                          spec:
                            template:
                              spec:
                                restartPolicy: OnFailure
                                volumes: [{name: dataset, emptyDir: {}}]
                                containers: [{name: %1$s, image: x/storage-initializer, volumeMounts: [{name: dataset, mountPath: /workspace/dataset}]}]
                """;
        String yaml =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: fetching}
                spec:
                  mlPolicy: {numNodes: 1}
                  template:
                    spec:
                      successPolicy: {operator: All, targetReplicatedJobs: [node]}
                      replicatedJobs:
                """
                        + step.formatted("dataset-initializer", "dataset-initializer")
                        + step.formatted("node", "trainer")
                        + "---\n"
                        + trainJob(name, "fetching", Json.text(List.of("python3", "-c", program)))
                                .replace("numNodes: 2", "numNodes: 1")
                        + "  initializer: {dataset: {storageUri: \"file://" + source + "\"}}\n";
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(file, yaml);
        return file.toString();
    }

    @Test
    @DisplayName(
            "data is fetched before training, a program finds it under its path in a cluster, a later run finds only its own, and nothing is left (INIT-90, INIT-91, INIT-94, PIPE-57)")
    void dataIsFetchedAndGoesWithTheRun() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("first.txt"), "one");
        String program =
                "import os; print('sees', sorted(f for f in os.listdir('/workspace/' + 'dataset') if f[0] != '.'))";
        Assumptions.assumeFalse(Files.exists(Path.of("/workspace")), "this machine has a /workspace of its own");
        Run run = run("run", fetching("fetches", data, program), "--follow", "all");
        if (run.out().contains("PathsRewritten")) {
            assertThat(Boolean.getBoolean("namespaces.required")).as(run.out()).isFalse();
            Assumptions.abort("this machine allows no namespaces");
        }

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "fetched file://", "sees ['first.txt']", "InitializerClaimAdded", "TrainJob fetches: Complete");
        assertThat(Path.of("/workspace")).doesNotExist();

        Files.move(data.resolve("first.txt"), data.resolve("second.txt"));
        Run second = run("run", fetching("fetches", data, program), "--follow", "all");
        assertThat(second.out()).contains("sees ['second.txt']");
        assertThat(folder.resolve(".trainyard/pvc")).isEmptyDirectory();
    }

    @Test
    @DisplayName(
            "a failing initializer ends the run as Failed, at once, with its name and exit code; training does not start (INIT-90)")
    void aFailingInitializerEndsTheRun() throws Exception {
        Run run = run("run", fetching("lacks", folder.resolve("nowhere"), "print('trained')"), "--follow", "all");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out()).contains("TrainJob lacks: Failed").doesNotContain("trained");
        assertThat(run.err())
                .contains("The first to fail was container dataset-initializer", "with exit code 3", "there is no ");
    }

    @Test
    @DisplayName("an unknown runtime ends with 1 and names the known ones (LOCAL-93)")
    void anUnknownRuntimeIsExplained() throws Exception {
        Path file = folder.resolve("job.yaml");
        Files.writeString(file, trainJob("x", "torch-distribted", "[\"true\"]"));

        Run run = run("run", file.toString());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .startsWith(file + ":5:16: ")
                .contains("plain-distributed", "did you mean", "torch-distributed");
        assertThat(folder.resolve(".trainyard")).doesNotExist();
    }

    @Test
    @DisplayName("mistakes in YAML end with 2 and are told with line, column and field (LOCAL-92)")
    void mistakesAreLocated() throws Exception {
        Path file = folder.resolve("job.yaml");
        Files.writeString(file, trainJob("x", "plain-distributed", "[\"true\"]").replace("numNodes", "numNode"));
        assertThat(run("run", file.toString()))
                .isEqualTo(new Run(
                        2, "", file + ":7:5: spec.trainer.numNode: unknown field; did you mean \"numNodes\"?\n"));

        Files.writeString(file, "apiVersion: [\n");
        Run broken = run("run", file.toString());
        assertThat(broken.code()).isEqualTo(2);
        assertThat(broken.err()).startsWith(file + ":2:1: not valid YAML");

        String job = trainJob("x", "plain-distributed", "[\"true\"]");
        Files.writeString(file, job + "---\n" + job);
        Run twice = run("run", file.toString());
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("TrainJob default/x is given twice; first at " + file + ":3");
    }

    @Test
    @DisplayName("--dry-run prints exactly what render prints, and starts nothing (LOCAL-90)")
    void aDryRunRenders() throws Exception {
        for (String example : List.of("train-python.yaml", "torch-ddp.yaml", "plain.yaml", "torch-multi-node.yaml")) {
            Run dry = run("run", EXAMPLES.resolve(example).toString(), "--dry-run");
            Run render = run("render", EXAMPLES.resolve(example).toString());
            assertThat(dry).as(example).isEqualTo(render);
            assertThat(dry.out()).contains("kind: JobSet");
        }
        assertThat(folder.resolve(".trainyard")).doesNotExist();
    }

    @Test
    @DisplayName("Ctrl-C ends with 130 and leaves no process; the logs stay (LOCAL-82)")
    void anInterruptLeavesNothingBehind() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-int";
        Process process = start("run", job("long", "backoffLimit: 0", "sh", "-c", "echo " + mark + "; sleep 1000"));
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        assertThat(run("ps", "--running").out()).contains("long");

        signal(process, "INT");

        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(processesWith(mark)).isZero();
        assertThat(run("logs", "latest").out()).contains(mark);
        assertThat(run("ps").out()).containsPattern("long +Stopped +130");
    }

    @Test
    @DisplayName(
            "a program that ignores SIGTERM is killed after its grace period, by --timeout, by stop, and by a second Ctrl-C (LOCAL-81, LOCAL-91)")
    void aStubbornProgramIsKilled() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-stubborn";
        String[] stubborn = {"sh", "-c", "trap '' TERM; echo " + mark + "; while :; do sleep 1; done"};

        Run late = run("run", job("late", "backoffLimit: 0", stubborn), "--timeout", "8s", "--grace", "1s");
        assertThat(late.code()).as(late.out() + late.err()).isEqualTo(124);
        assertThat(processesWith(mark)).isZero();

        Process stopped = start("run", job("stopped", "backoffLimit: 0", stubborn), "--grace", "1s");
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        assertThat(run("stop", "stopped").out()).contains("stopped");
        assertThat(stopped.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(stopped.exitValue()).isEqualTo(130);
        assertThat(processesWith(mark)).isZero();

        Process killed = start("run", job("killed", "backoffLimit: 0", stubborn), "--grace", "1h");
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        assertThat(run("stop", "killed", "--now").code()).isZero();
        assertThat(killed.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(killed.exitValue()).isEqualTo(130);
        await("no process is left").atMost(Duration.ofSeconds(20)).until(() -> processesWith(mark) == 0);
    }

    @Test
    @DisplayName("a run in the background of a script ignores Ctrl-C; stop ends it, and kills it with --now (LOCAL-91)")
    void aBackgroundRunIsStoppedByNameOnly() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-background";
        String[] stubborn = {"sh", "-c", "trap '' TERM; echo " + mark + "; while :; do sleep 1; done"};
        Process process =
                start(WITHOUT_INTERRUPTS, "run", job("background", "backoffLimit: 0", stubborn), "--grace", "1h");
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);

        signal(process, "INT");
        assertThat(process.waitFor(1, TimeUnit.SECONDS)).isFalse();
        assertThat(run("stop", "background", "--now").code()).isZero();

        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        await("no process is left").atMost(Duration.ofSeconds(20)).until(() -> processesWith(mark) == 0);
    }

    @Test
    @DisplayName("a run that is killed leaves no process behind, and says nothing the next time (LOCAL-82)")
    void aKilledRunLeavesNothing() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-left";
        Process process = start("run", job("left", "backoffLimit: 0", "sh", "-c", "echo " + mark + "; sleep 1000"));
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        process.destroyForcibly().waitFor();
        await("no process is left").atMost(Duration.ofSeconds(20)).until(() -> processesWith(mark) == 0);
        assertThat(run("ps").out()).contains("left");
    }

    @Test
    @DisplayName("what an earlier run could not end is ended by the next one, and named (LOCAL-82)")
    void leftoversAreEnded() throws Exception {
        Process leftover = new ProcessBuilder("sleep", "1000").start();
        try {
            Path old = Files.createDirectories(folder.resolve(".trainyard/runs/20260101-000000-old"));
            Files.writeString(
                    old.resolve("pids.json"),
                    """
                    {"kubelet": {"pid": %1$d, "start": "2001-01-01T00:00:00Z"},
                     "containers": [{"pid": %1$d, "start": "%2$s", "pod": "default/old", "container": "node", "mark": "no-such-mark"}]}
                    """
                            .formatted(
                                    leftover.pid(),
                                    leftover.info().startInstant().orElseThrow()));

            Run next = run("run", job("next", "backoffLimit: 0", "true"));

            assertThat(next.code()).as(next.out() + next.err()).isZero();
            assertThat(next.out()).contains("a killed run had left default/old node");
            assertThat(leftover.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            leftover.destroyForcibly();
        }
    }

    @Test
    @DisplayName("64 pods of true end within a few seconds (LOCAL-99)")
    void manyPods() throws Exception {
        Run run = run("run", job("many", "backoffLimit: 0", "true"), "--nodes", "64", "-o", "json");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines().filter(line -> line.contains("\"Succeeded\"")))
                .hasSize(64);
    }

    @Test
    @DisplayName("PyTorch trains with two processes on each of two and of three nodes, where it is installed")
    void torchTrains() throws Exception {
        Optional<String> python = TorchOfThisMachine.python();
        if (python.isEmpty() && !Boolean.getBoolean("torch.required")) {
            Assumptions.abort("there is no Python with torch here");
        }
        for (int nodes : new int[] {2, 3}) {
            Run run = run(
                    "run",
                    EXAMPLES.resolve("torch-ddp.yaml").toString(),
                    "--nodes",
                    Integer.toString(nodes),
                    "--python",
                    python.orElseThrow());
            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains("all " + 2 * nodes + " processes hold the same weights");
        }
    }

    @Test
    @DisplayName(
            "kubectl lists, describes and reads logs of a running job through --kubeconfig-out (LOCAL-14, LOCAL-90)")
    void kubectlWorksBesideARun() throws Exception {
        Path kubeconfig = folder.resolve("config");
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-kubectl";
        Process process = start(
                "run",
                job("seen", "backoffLimit: 0", "sh", "-c", "echo " + mark + "; sleep 1000"),
                "--kubeconfig-out",
                kubeconfig.toString());
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        await("the TrainJob to run")
                .atMost(LIMIT)
                .until(() -> kubectl(kubeconfig, "get", "trainjobs"), table -> table.contains("Running"));

        assertThat(kubectl(kubeconfig, "get", "trainjobs,jobsets,pods"))
                .contains("trainjob.trainer.kubeflow.org/seen", "jobset.jobset.x-k8s.io/seen")
                .containsPattern("pod/seen-node-0-1-\\w+ +1/1 +Running +0 ");
        assertThat(kubectl(kubeconfig, "describe", "trainjob", "seen")).contains("Phase:", "Running", "JobSetCreated");
        assertThat(kubectl(kubeconfig, "logs", "--selector", "jobset.sigs.k8s.io/jobset-name=seen"))
                .isEqualTo(mark + "\n" + mark + "\n");

        signal(process, "INT");
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private String kubectl(Path kubeconfig, String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(
                kubectlProgram().toString(),
                "--kubeconfig",
                kubeconfig.toString(),
                "--cache-dir",
                folder.resolve("cache").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    private static Path kubectlProgram() {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(path -> Path.of(path, "kubectl"))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty() && !Boolean.getBoolean("testcluster.required")) {
            Assumptions.abort("there is no kubectl on the path");
        }
        return found.orElseGet(TestCluster::kubectl);
    }

    /** A file with a TrainJob on two nodes, and a runtime that fails as a whole when one pod does. */
    private String job(String name, String jobField, String... command) throws Exception {
        String words = Json.text(List.of(command));
        String runtime =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: strict}
                spec:
                  template:
                    spec:
                      failurePolicy: {maxRestarts: 0}
                      replicatedJobs:
                      - name: node
                        template:
                          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                          spec:
                            %s
                            template:
                              spec:
                                restartPolicy: Never
                                containers: [{name: node, image: none}]
                ---
                """
                        .formatted(jobField);
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(
                file,
                runtime
                        + trainJob(name, "strict", words)
                                .replace("{name: strict}", "{kind: TrainingRuntime, name: strict}"));
        return file.toString();
    }

    private static String trainJob(String name, String runtime, String command) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s}
                spec:
                  runtimeRef: {name: %s}
                  trainer:
                    numNodes: 2
                    command: %s
                """
                .formatted(name, runtime, command);
    }

    private Run run(String... arguments) throws Exception {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        Process process = builder(arguments)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroy();
            throw new AssertionError(
                    String.join(" ", arguments) + " did not end: " + Files.readString(out) + Files.readString(err));
        }
        return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Process start(String... arguments) throws Exception {
        return start(WITH_INTERRUPTS, arguments);
    }

    private Process start(List<String> starter, String... arguments) throws Exception {
        ProcessBuilder builder = builder(arguments);
        builder.command(
                Stream.concat(starter.stream(), builder.command().stream()).toList());
        return builder.redirectErrorStream(true)
                .redirectOutput(Files.createTempFile(folder, "out", "").toFile())
                .start();
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command =
                new java.util.ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(folder.toFile());
    }

    private static void signal(Process process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Programs with this text in their command line, the ones that we started not counted. */
    private static long processesWith(String mark) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(mark) && !line.contains("launcher.jar"))
                        .isPresent())
                .count();
    }
}
