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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Training on this machine as a user does it: the program of the distribution, real processes, no cluster (LOCAL-90 to LOCAL-99). */
final class LocalRunIT extends LocalRuns {
    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();

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
    @DisplayName(
            "in the locale C, too, a script may have letters of any language in its name, and sees the locale of the user (LOCAL-233)")
    void namesOfFilesMayHaveAnyLetters() throws Exception {
        // The name is written by the shell, since the locale of the tests may not know the letter either.
        String inLocaleC =
                """
                mkdir "$(printf '\\303\\274')" && cd "$(printf '\\303\\274')" || exit 9
                name=$(printf 'tr \\303\\244in.py')
                echo 'import os; print("locale", os.environ["LC_ALL"], os.environ.get("TRAINYARD_LC_ALL"))' >"$name"
                export LC_ALL=C
                exec "$0" "$@" "$name"
                """;
        Process process = start(
                List.of("sh", "-c", inLocaleC),
                "run",
                "--state",
                folder.resolve(".trainyard").toString());

        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(run("logs", "latest").out()).contains("locale C None");
    }

    @Test
    @DisplayName(
            "the same file runs on three nodes with --nodes; nearly all classes come out of the archive, and none is for certificates (LOCAL-214)")
    void moreNodesThanTheFileSays() throws Exception {
        Path classes = folder.resolve("classes.log");
        Run run = run(
                Map.of("TRAINYARD_JAVA_OPTS", "-Xlog:class+load:file=" + classes),
                "run",
                EXAMPLES.resolve("train-python.yaml").toString(),
                "--nodes",
                "3",
                "-o",
                "json");

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
        assertThat(lines.stream().filter(line -> "output".equals(line.get("type"))))
                .as("lines of node 0, which say their rank (LOCAL-211)")
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).containsEntry("rank", 0L));
        assertThat(Files.readAllLines(classes))
                .hasSizeLessThan(11_500)
                .noneMatch(line -> line.contains(" sun.security.x509."))
                .noneMatch(line -> line.contains(" sun.security.ssl.SSLContextImpl "))
                .filteredOn(line -> !line.contains("shared objects file"))
                .hasSizeLessThan(1_200);
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
                .contains("did you mean \"torch-distributed\"?", "there are: ");
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
        List<String> files = Stream.of("train-python.yaml", "torch-ddp.yaml", "plain.yaml", "torch-multi-node.yaml")
                .map(example -> EXAMPLES.resolve(example).toString())
                .toList();

        Run dry =
                run(Stream.concat(Stream.of("run", "--dry-run"), files.stream()).toArray(String[]::new));

        assertThat(dry)
                .isEqualTo(
                        run(Stream.concat(Stream.of("render"), files.stream()).toArray(String[]::new)));
        assertThat(dry.out().lines().filter("kind: JobSet"::equals)).hasSize(files.size());
        assertThat(folder.resolve(".trainyard")).doesNotExist();
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

        Signals.send(process, "INT");
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
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
}
