package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.cli.run.MachineSettings;
import io.trainyard.launcher.cli.run.WorkFolder;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.options.LimitOptions;
import io.trainyard.spi.model.TrainJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command {@code run} makes of its arguments (LOCAL-90). */
final class RunCommandTest {
    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: mnist}
            spec:
              suspend: true
              runtimeRef: {name: ours}
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: ours}
            spec: {template: {spec: {replicatedJobs: []}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            """;

    private static final String RUNTIMES =
            Path.of("..", "deploy", "runtimes").toAbsolutePath().normalize().toString();

    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("job.yaml");
        Files.writeString(file, JOB);
    }

    @Test
    void theUsualRunNeedsOnlyAFile() {
        services.exitCode = 1;
        CommandRun run = run(file.toString());

        assertThat(run).isEqualTo(new CommandRun(1, "", ""));
        LocalRun.Request request = request();
        assertThat(request.trainJobs())
                .extracting(job -> job.getMetadata().getNamespace() + "/"
                        + job.getMetadata().getName())
                .containsExactly("default/mnist");
        assertThat(request.runtimes()).hasSize(1);
        assertThat(request.objects()).extracting(tree -> tree.get("kind")).containsExactly("ConfigMap");
        assertThat(request.state().root()).isEqualTo(Path.of(".trainyard").toAbsolutePath());
        assertThat(request.machine().work().folder()).isEqualTo(folder.toAbsolutePath());
        assertThat(request.machine().kubelet().limits()).isEqualTo(LimitOptions.LAPTOP);
        assertThat(request.machine().kubelet().folders().makesClaims()).isTrue();
        assertThat(request.machine().programs().sharesGpus()).isFalse();
        assertThat(request.display().format()).isEqualTo(LocalRun.Format.LINES);
        assertThat(request.display().follow().includes(0, Optional.empty())).isTrue();
        assertThat(request.display().follow().includes(1, Optional.empty())).isFalse();
        assertThat(request.limits()).isEqualTo(new LocalRun.Limits(Optional.empty(), false, Optional.empty()));
        assertThat(services.preparedPort).isZero();
    }

    private String script() throws IOException {
        return Files.writeString(folder.resolve("train.py"), "print(1)").toString();
    }

    @Test
    @DisplayName("a script has the screen to itself, unless pods are asked for or are several (LOCAL-351)")
    void aScriptHasTheScreen() throws IOException {
        run("--runtimes", RUNTIMES, script());
        assertThat(request().display().format()).isEqualTo(LocalRun.Format.CONSOLE);
        assertThat(request().display().page().port())
                .as("told before it is open")
                .isPositive();
        run("--runtimes", RUNTIMES, script(), "--follow", "none");
        assertThat(request().display().format()).isEqualTo(LocalRun.Format.PROGRAM);
        run("--runtimes", RUNTIMES, script(), "-v");
        assertThat(request().display().format()).isEqualTo(LocalRun.Format.LINES);
        run(file.toString());
        assertThat(request().display().format()).isEqualTo(LocalRun.Format.LINES);
    }

    @Test
    @DisplayName("a script ends with a code of its own, so what is wrong with the command is told by 125 (LOCAL-352)")
    void faultsOfOursAreNotThoseOfScripts() throws IOException {
        services.exitCode = 3;
        assertThat(run("--runtimes", RUNTIMES, script()).code()).isEqualTo(3);
        assertThat(run("--runtimes", RUNTIMES, script(), "--no-such-option").code())
                .isEqualTo(125);
        assertThat(run("--runtimes", RUNTIMES, script(), "--nodes", "0").code()).isEqualTo(125);
        assertThat(run("--runtimes", RUNTIMES, script(), "--dry-run", "--nodes", "0")
                        .code())
                .isEqualTo(2);
        assertThat(run(file.toString(), "--nodes", "0").code()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "a command instead of a file, and words of the program beside its script, are answered with what to type (LOCAL-282)")
    void wordsInThePlaceOfFiles() throws IOException {
        String script =
                Files.writeString(folder.resolve("train.py"), "print(1)").toString();

        assertThat(run("--nodes", "2", "--", "python", "train.py").err())
                .isEqualTo("name a file with a TrainJob, or a script: trainyard run FILE;"
                        + " what starts a program goes to trainyard launch -- python train.py\n");
        assertThat(run("python3", script))
                .isEqualTo(new CommandRun(
                        125,
                        "",
                        "python3: is a program, not a file; trainyard launch -- python3 " + script + " starts it\n"));
        assertThat(run(script, "lr=0.1", "3"))
                .isEqualTo(new CommandRun(
                        125,
                        "",
                        "lr=0.1: no such file; arguments of the program stand behind --: trainyard run " + script
                                + " -- lr=0.1 3\n"));
    }

    @Test
    @DisplayName("with --workdir a script is found from there, as the user's shell would (LOCAL-285)")
    void aScriptIsFoundFromTheWorkFolder() throws IOException {
        Path scripts = Files.createDirectories(folder.resolve("scripts"));
        Path script = Files.writeString(scripts.resolve("train.py"), "import jax");

        run(script.toString(), "--workdir", folder.toString(), "--runtimes", "../deploy/runtimes");

        assertThat(request().trainJobs().get(0).getSpec().trainerOrEmpty().command())
                .containsExactly("python3", "scripts/train.py");
        assertThat(request().machine().work().folder()).isEqualTo(folder.toAbsolutePath());
    }

    @Test
    @DisplayName("a script that imports its framework by a module beside it has the runtime of that (LOCAL-190)")
    void modulesBesideAScriptCount() throws IOException {
        Path script = Files.writeString(folder.resolve("main.py"), "from src.trainer import main\nmain()\n");
        Files.writeString(Files.createDirectories(folder.resolve("src")).resolve("trainer.py"), "from .net import Net");
        Files.writeString(folder.resolve("src/net.py"), "import torch");

        run(script.toString(), "--nodes", "1", "--runtimes", "../deploy/runtimes");

        assertThat(request().trainJobs().get(0).getSpec().runtimeRef().name()).isEqualTo("torch-distributed");
        assertThat(request().trainJobs().get(0).getSpec().trainerOrEmpty().command())
                .containsExactly("torchrun", script.toString());
    }

    @Test
    void filesMayBeGivenAsKubectlTakesThem() {
        run("-f", file.toString(), "-n", "team");

        assertThat(request().trainJobs().get(0).getMetadata().getNamespace()).isEqualTo("team");
    }

    @Test
    @DisplayName("a TrainJob is changed to fit a laptop: --nodes, --nproc, --ignore-suspend")
    void aTrainJobIsChangedToFitALaptop() {
        run(file.toString(), "--nodes", "3", "--nproc", "2", "--ignore-suspend");

        TrainJob job = request().trainJobs().get(0);
        assertThat(job.getSpec().trainerOrEmpty().numNodes()).isEqualTo(3);
        assertThat(job.getSpec().trainerOrEmpty().numProcPerNode().getIntVal()).isEqualTo(2);
        assertThat(job.getSpec().isSuspended()).isFalse();
    }

    @Test
    @DisplayName("what follows -- takes the place of the program's arguments (LOCAL-142)")
    void argumentsOfTheProgramAreGivenBehindTwoDashes() {
        run(file.toString(), "--nodes", "2", "--", "--epochs", "1", "--nodes=x");

        TrainJob job = request().trainJobs().get(0);
        assertThat(job.getSpec().trainerOrEmpty().args()).containsExactly("--epochs", "1", "--nodes=x");
        assertThat(job.getSpec().trainerOrEmpty().numNodes()).isEqualTo(2);
    }

    @Test
    @DisplayName("what follows -- is no text of a template: dollars arrive as they were typed (LOCAL-320)")
    void dollarsOfArgumentsAreKept() {
        run(file.toString(), "--", "pa$$word", "$(HOSTNAME)");

        TrainJob job = request().trainJobs().get(0);
        assertThat(job.getSpec().trainerOrEmpty().args()).containsExactly("pa$$$word", "$$(HOSTNAME)");
    }

    @ParameterizedTest(name = "{0}: {2} with {3}")
    @CsvSource({
        "train.py, import torch.nn as nn, torch-distributed, torchrun --",
        "Fine_Tune v2.py, from transformers import Trainer, torch-distributed, torchrun --",
        "net.py, import jax, jax-distributed, python3",
        "net.py, import torchinfo_like, plain-distributed, python3",
        "run.sh, import torch, plain-distributed, bash"
    })
    @DisplayName("a script stands for the TrainJob that runs it, with the runtime of what it imports (LOCAL-141)")
    void aScriptStandsForItsTrainJob(String name, String code, String runtime, String starter) throws IOException {
        Path script = Files.writeString(folder.resolve(name), "# é\n" + code + "\n");
        Path runtimes = Files.createDirectories(folder.resolve("runtimes"));
        Files.writeString(
                runtimes.resolve("r.yaml"),
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: ClusterTrainingRuntime, metadata: {name: " + runtime
                        + "}, spec: {template: {spec: {replicatedJobs: []}}}}");

        run(script.toString(), "--nodes", "2", "--runtimes", runtimes.toString(), "--", "--epochs", "1");

        TrainJob job = request().trainJobs().get(0);
        assertThat(job.getMetadata().getName()).matches("train|fine-tune-v2|net|run");
        assertThat(job.getSpec().runtimeRef().name()).isEqualTo(runtime);
        assertThat(String.join(" ", job.getSpec().trainerOrEmpty().command()))
                .isEqualTo(starter + " " + script + " --epochs 1");
        assertThat(request().machine().work().trainJobs()).hasSize(1);
        assertThat(request().machine().work().folder()).isEqualTo(Path.of("").toAbsolutePath());
    }

    @Test
    @DisplayName(
            "--kubeconfig-out takes the place of no foreign file, link or folder, only of one that a run has written (LOCAL-104)")
    void noForeignFileIsReplaced() throws IOException {
        Path mine =
                Files.writeString(folder.resolve("config"), "apiVersion: v1\nkind: Config\ncurrent-context: work\n");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
        for (Path foreign : List.of(mine, empty, link)) {
            CommandRun run = run(file.toString(), "--kubeconfig-out", foreign.toString());
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err())
                    .contains("--kubeconfig-out: " + foreign + " exists and is not a kubeconfig of an earlier run");
        }
        assertThat(mine).hasContent("apiVersion: v1\nkind: Config\ncurrent-context: work");

        Path ours = Files.write(
                folder.resolve("ours"),
                Json.bytes(Kubeconfig.local("http://127.0.0.1:1", "t").toTree()));
        assertThat(run(file.toString(), "--kubeconfig-out", ours.toString()).code())
                .isZero();
    }

    @Test
    void everyOptionArrives() throws IOException {
        Path images = folder.resolve("images.yaml");
        Files.writeString(images, "- {match: '*/mine', entrypoint: [run]}\n");
        Path python = folder.resolve("python");
        Files.writeString(python, "");
        Path data = Files.createDirectories(folder.resolve("data"));

        run(
                file.toString(),
                "--workdir",
                data.toString(),
                "--set-env",
                "A=1",
                "--set-env",
                "B=x=y",
                "--mount",
                "data=" + data,
                "--gpus",
                "2",
                "--share-gpus",
                "--cpus",
                "4",
                "--memory",
                "16Gi",
                "--strict-resources",
                "--image-map",
                images.toString(),
                "--python",
                python.toString(),
                "--executor",
                "podman",
                "--grace",
                "3s",
                "--allow-host-path",
                "--no-fail-fast",
                "--ignore-gates",
                "--isolate",
                "--link-mounts",
                "--cache",
                "--auto-pvc",
                "off",
                "--state",
                folder.toString(),
                "--timeout",
                "1d2h",
                "--follow",
                "all",
                "--output",
                "json",
                "--keep",
                "--kubeconfig-out",
                "k",
                "--api-port",
                "1234",
                "--progress-pattern",
                "(\\d+)");

        LocalRun.Request request = request();
        MachineSettings machine = request.machine();
        assertThat(machine.work().folder()).isEqualTo(data);
        assertThat(machine.programs().overrides()).isEqualTo(Map.of("A", "1", "B", "x=y"));
        assertThat(machine.kubelet().folders().bindings()).isEqualTo(Map.of("data", data));
        assertThat(machine.programs().gpus()).contains(List.of("0", "1"));
        assertThat(machine.controllers().scheduler().capacity())
                .isEqualTo(Map.of("cpu", "4", "memory", "16Gi", "nvidia.com/gpu", "2"));
        assertThat(machine.programs().images()).hasSize(1);
        assertThat(machine.programs().python()).contains(python);
        assertThat(machine.programs().initializer().cache())
                .hasValueSatisfying(cache -> assertThat(cache.endsWith(Path.of("trainyard", "initializer")))
                        .isTrue());
        assertThat(machine.programs().executor()).isEqualTo(ExecutorKind.podman);
        assertThat(machine.grace()).contains(Duration.ofSeconds(3));
        assertThat(machine.kubelet().limits().maxGrace()).isEqualTo(Duration.ofSeconds(3));
        assertThat(machine.kubelet().limits().failsFast()).isFalse();
        assertThat(machine.controllers().scheduler().strict()).isTrue();
        assertThat(machine.controllers().scheduler().opensGates()).isTrue();
        FolderOptions folders = machine.kubelet().folders();
        assertThat(folders.makesClaims()).isFalse();
        assertThat(folders.anyHostPath()).isTrue();
        assertThat(folders.linksMounts()).isTrue();
        assertThat(machine.programs().sharesGpus()).isTrue();
        assertThat(request.state().root()).isEqualTo(folder);
        assertThat(request.limits())
                .isEqualTo(new LocalRun.Limits(Optional.of(Duration.ofHours(26)), true, Optional.of(Path.of("k"))));
        assertThat(request.display().format()).isEqualTo(LocalRun.Format.JSON);
        assertThat(request.display().follow()).isEqualTo(LocalRun.Follow.ALL);
        assertThat(request.display().pattern()).isPresent();
        assertThat(services.preparedPort).isEqualTo(1234);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            nullValues = "none",
            value = {
                "'';LR,DATA",
                "podTemplateOverrides: [{targetJobs: [{name: node}], spec: {nodeSelector: {a: b}}}];none",
                "runtimePatches: [{manager: x.io/y, trainingRuntimeSpec: {template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: {nodeSelector: {a: b}}}}}}]}}}}];none"
            })
    @DisplayName(
            "a TrainJob that stands for a program is one as long as nothing was added to it and nobody asks for --isolate (LOCAL-65)")
    void programsOfTheUsersOwn(String added, @Nullable String variables) throws IOException {
        assertThat(Files.createFile(folder.resolve("mine")).toFile().setExecutable(true))
                .isTrue();
        Path program = folder.resolve("program.yaml");
        Files.writeString(
                program,
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: mine, annotations: {trainyard.dev/program: "true"}}
                spec:
                  runtimeRef: {name: ours}
                  trainer: {command: [./mine], env: [{name: LR, value: "1"}, {name: DATA, value: x}]}
                """
                        + (added.isEmpty() ? "" : "  " + added + "\n"));

        Path runtime = folder.resolve("runtime.yaml");
        Files.writeString(runtime, JOB.substring(JOB.indexOf("---") + 4));

        assertThat(run(program.toString(), runtime.toString()).err()).isEmpty();

        assertThat(request().machine().kubelet().ownPrograms())
                .isEqualTo(variables == null ? Map.of() : Map.of("default/mine", Set.of(variables.split(","))));

        run(program.toString(), runtime.toString(), "--isolate");
        assertThat(request().machine().kubelet().ownPrograms()).isEmpty();
        run(file.toString());
        assertThat(request().machine().kubelet().ownPrograms()).isEmpty();
    }

    @Test
    void aDryRunPrintsAndStartsNothing() {
        CommandRun dry = run(file.toString(), "--dry-run");
        CommandRun render = CommandRun.of(services, "render", file.toString());

        assertThat(dry).isEqualTo(render);
        assertThat(services.localRequest).isNull();
        assertThat(services.preparedPort).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--workdir;/nowhere;--workdir: /nowhere is not a folder",
                "--mount;data=/nowhere;--mount data: /nowhere is not a folder",
                "--python;/nowhere;--python: /nowhere is not a file",
                "--nodes;0;--nodes: must be 1 or more, not 0",
                "--memory;much;--memory: must be an amount above 0 such as 16Gi, not much",
                "--cpus;0;--cpus: must be an amount above 0 such as 4, not 0",
                "--cpus;0.0;--cpus: must be an amount above 0 such as 4, not 0.0",
                "--gpus;0,,1;--gpus: must be a number or a list such as 0,2 or GPU-1a2b,GPU-3c4d, not 0,,1",
                "--gpus;-1;--gpus: must be a number or a list such as 0,2 or GPU-1a2b,GPU-3c4d, not -1",
                "--gpus;x;--gpus: must be a number or a list such as 0,2 or GPU-1a2b,GPU-3c4d, not x",
                "--gpus;5-;--gpus: must be a number or a list such as 0,2 or GPU-1a2b,GPU-3c4d, not 5-",
                "--set-env;=x;--set-env: must be NAME=VALUE or NAME, not =x",
                "--set-env;NOT_IN_THE_SHELL;--set-env NOT_IN_THE_SHELL: your shell has no such variable, or does not export it: write NOT_IN_THE_SHELL=VALUE",
                "--nproc;foo;--nproc: must be a number from 1 on, auto, cpu or gpu, not foo",
                "--nproc;-1;--nproc: must be a number from 1 on, auto, cpu or gpu, not -1",
                "--timeout;0;--timeout: must be longer than 0"
            })
    @DisplayName(
            "a value that cannot be meant is refused before the start, with the option and what is right (LOCAL-245)")
    void whatIsWrongIsNamed(String option, String value, String message) {
        assertThat(run(file.toString(), option, value)).isEqualTo(new CommandRun(2, "", message + "\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--timeout;soon;must be a duration such as 90s, 10m, 2h or 7d, not 'soon'",
                "--follow;first;must be the number of a node, rank:N, all or none, not 'first'",
                "--progress-pattern;(;is no regular expression"
            })
    void valuesThatCannotBeReadAreExplained(String option, String value, String message) {
        CommandRun run = run(file.toString(), option, value);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(option, message);
    }

    @Test
    @DisplayName(
            "a run has a page unless --no-page or quiet output; --open opens it in both cases but the first (LOCAL-110, LOCAL-111)")
    void aRunHasAPage() {
        assertThat(page()).isEqualTo(new LocalRun.Page(true, false, 0));
        assertThat(page("-o", "json", "--page-port", "8090")).isEqualTo(new LocalRun.Page(true, false, 8090));
        assertThat(page("--no-page")).isEqualTo(LocalRun.Page.NONE);
        assertThat(page("-o", "quiet")).isEqualTo(LocalRun.Page.NONE);
        assertThat(page("-o", "quiet", "--open")).isEqualTo(new LocalRun.Page(true, true, 0));
        assertThat(run(file.toString(), "--no-page", "--open"))
                .isEqualTo(new CommandRun(2, "", "--open: with --no-page there is nothing to open\n"));
        assertThat(run(file.toString(), "--page-port", "70000"))
                .isEqualTo(new CommandRun(2, "", "--page-port: must be a number from 0 to 65535, not 70000\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999", "-1"})
    @DisplayName("a port of the API server that is none is refused, of a run and of the service (LOCAL-232)")
    void impossiblePorts(String port) {
        CommandRun refused = new CommandRun(2, "", "--api-port: must be a number from 0 to 65535, not " + port + "\n");
        assertThat(run(file.toString(), "--api-port", port)).isEqualTo(refused);
        assertThat(CommandRun.of(services, "up", "--state", file + ".state", "--api-port", port))
                .isEqualTo(refused);
        assertThat(CommandRun.of(services, "up", "--state", file + ".state", "--page-port", port)
                        .code())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "render"})
    @DisplayName("a namespace that cannot be one is refused before anything starts (LOCAL-232)")
    void impossibleNamespaces(String command) {
        assertThat(CommandRun.of(services, command, "-n", "Bad NS", file.toString()))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(2))
                .satisfies(refused -> assertThat(refused.err())
                        .startsWith("--namespace: cannot be \"Bad NS\": a lowercase RFC 1123"));
    }

    @Test
    @DisplayName("--profile without a program for it says what to install, and starts nothing (LOCAL-176)")
    void whatLooksIntoProgramsMustBeThere() {
        assertThat(run(file.toString(), "--profile"))
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "--profile: needs py-spy, or PyTorch in the Python of the programs: pip install py-spy\n"));
        assertThat(run(file.toString(), "--profile", "all", "--executor", "docker")
                        .err())
                .isEqualTo("--profile: only for pods that run as processes; leave out --executor\n");
        assertThat(run(file.toString(), "--debug", "-1").err())
                .isEqualTo("--debug: must be a rank, 0 or more, not -1\n");
        assertThat(services.localRequest).isNull();
    }

    private LocalRun.Page page(String... options) {
        List<String> all = new java.util.ArrayList<>(List.of(file.toString()));
        all.addAll(List.of(options));
        run(all.toArray(String[]::new));
        return request().display().page();
    }

    @Test
    void aRunNeedsAFile() {
        assertThat(run())
                .isEqualTo(new CommandRun(2, "", "name a file with a TrainJob, or a script: trainyard run FILE\n"));
    }

    @Test
    @DisplayName("GPUs are named by index, UUID or resource (LOCAL-245)")
    void gpusAreNamedInManyWays() {
        run(file.toString(), "--gpus", "0,GPU-1a2b,amd.com/gpu=1,nvidia.com/mig-1g.5gb=MIG-3c");

        assertThat(request().machine().programs().gpus())
                .contains(List.of("0", "GPU-1a2b", "amd.com/gpu=1", "nvidia.com/mig-1g.5gb=MIG-3c"));
    }

    @Test
    @DisplayName(
            "each job of several files starts in the folder of its own file, and a script in the current folder (LOCAL-243)")
    void eachJobStartsBesideItsFile() throws IOException {
        Path other = Files.createDirectories(folder.resolve("other"));
        Path script = Files.writeString(other.resolve("hi.py"), "print(1)");
        Path third = Files.createDirectories(folder.resolve("third"));
        Path yaml = Files.writeString(
                third.resolve("job.yaml"), JOB.substring(0, JOB.indexOf("---")).replace("mnist", "bert"));
        Path runtimes = plainRuntime();

        assertThat(run(file.toString(), runtimes.toString(), script.toString(), yaml.toString()))
                .isEqualTo(new CommandRun(0, "", ""));

        WorkFolder work = request().machine().work();
        Path here = Path.of("").toAbsolutePath();
        assertThat(work.folder()).isEqualTo(folder.toAbsolutePath());
        assertThat(work.starts()).isEqualTo(Map.of("default/mnist", folder, "default/hi", here, "default/bert", third));
        assertThat(work.folders()).containsExactlyInAnyOrder(folder, here, third);
        run(file.toString(), runtimes.toString(), script.toString(), "--workdir", third.toString());
        assertThat(request().machine().work().starts()).isEqualTo(Map.of("default/mnist", third, "default/hi", third));
    }

    @Test
    @DisplayName("a second script of the same name is refused with what to type instead (LOCAL-243)")
    void twoScriptsOfOneName() throws IOException {
        Path one = Files.writeString(folder.resolve("hi.py"), "print(1)");
        Path other = Files.writeString(
                Files.createDirectories(folder.resolve("other")).resolve("hi.py"), "print(2)");

        assertThat(run(plainRuntime().toString(), one.toString(), other.toString()))
                .isEqualTo(new CommandRun(
                        125,
                        "",
                        other + ": its TrainJob would have the name of that of " + one
                                + ", hi; start it by a run of its own: trainyard run " + other + "\n"));
    }

    private Path plainRuntime() throws IOException {
        return Files.writeString(
                folder.resolve("plain.yaml"),
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: ClusterTrainingRuntime, metadata: {name: plain-distributed}, spec: {template: {spec: {replicatedJobs: []}}}}");
    }

    @Test
    @DisplayName("a file that is no TrainJob but tells what was meant is answered with that (LOCAL-249)")
    void whatWasMeantIsGuessed() throws IOException {
        Files.writeString(folder.resolve("train.py"), "print(1)");
        Path notebook = Files.writeString(folder.resolve("train.ipynb"), "{}");
        Path program = Files.writeString(folder.resolve("train"), "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path wrong = folder.resolve("trian.py");

        assertThat(run(wrong.toString()))
                .isEqualTo(new CommandRun(
                        125, "", wrong + ": no such file; did you mean \"" + folder.resolve("train.py") + "\"?\n"));
        assertThat(run(notebook.toString()).err()).contains("jupyter nbconvert --to script " + notebook);
        assertThat(run(program.toString()).err()).contains("trainyard launch -- " + program);
        assertThat(run(folder.resolve("elsewhere.yaml").toString()).err())
                .contains("no such file")
                .doesNotContain("mean");
    }

    @Test
    @DisplayName("an unknown runtime ends with 1 and names the known ones (LOCAL-93)")
    void anUnknownRuntimeIsAFailure() throws IOException {
        Files.writeString(file, JOB.replace("{name: ours}\n---", "{name: theirs}\n---"));

        CommandRun run = run(file.toString());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .startsWith(file + ":6:16: ")
                .contains("runtime \"theirs\" does not exist; there are: ours");
        assertThat(run(file.toString(), "--dry-run").code()).isEqualTo(2);
    }

    @Test
    @DisplayName("the older names of the API are taken with a note (LOCAL-94)")
    void olderNamesAreTaken() throws IOException {
        Files.writeString(
                file,
                JOB.replace("trainer.kubeflow.org/v1alpha1\nkind: TrainJob", "kubeflow.org/v2alpha1\nkind: TrainJob"));

        CommandRun run = run(file.toString());

        assertThat(run.code()).isZero();
        assertThat(run.err()).startsWith("note: " + file + ":1:1: ");
        assertThat(request().trainJobs().get(0).getApiVersion()).isEqualTo("trainer.kubeflow.org/v1alpha1");
    }

    private static final String GENERATED = "generateName: mnist-, namespace: team-a";

    @Test
    @DisplayName("a TrainJob with generateName gets a name of its own each time, which is told")
    void namesAreGenerated() throws IOException {
        Files.writeString(file, JOB.replace("name: mnist", GENERATED));

        CommandRun first = run(file.toString());
        String name = request().trainJobs().get(0).getMetadata().getName();
        run(file.toString());

        assertThat(name).matches("mnist-[a-z0-9]{5}");
        assertThat(first).isEqualTo(new CommandRun(0, "", "generateName mnist-: the TrainJob is " + name + "\n"));
        assertThat(request().trainJobs().get(0).getMetadata().getName())
                .startsWith("mnist-")
                .isNotEqualTo(name);
        assertThat(request().machine().work().trainJobs())
                .containsExactly(
                        "team-a/" + request().trainJobs().get(0).getMetadata().getName());
    }

    @Test
    @DisplayName("two TrainJobs with one generateName are two, and a dry run shows a name that stands for one")
    void twoOfOneGenerateName() throws IOException {
        String job = JOB.replace("name: mnist", GENERATED);
        Files.writeString(file, job + "---\n" + job.substring(0, job.indexOf("---")));

        run(file.toString());
        assertThat(request().trainJobs())
                .extracting(trainJob -> trainJob.getMetadata().getName())
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("mnist-[a-z0-9]{5}"))
                .hasSize(2);
        CommandRun dry = run(file.toString(), "--dry-run");
        assertThat(dry.out()).contains("name: mnist-xxxxx", "name: mnist-xxxx2");
        assertThat(dry.err()).contains("here mnist-xxxxx stands for it", "here mnist-xxxx2 stands for it");
    }

    private LocalRun.Request request() {
        return Optional.ofNullable(services.localRequest).orElseThrow();
    }

    private CommandRun run(String... arguments) {
        List<String> all = new java.util.ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        return CommandRun.of(services, all.toArray(String[]::new));
    }
}
