package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.Validation;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the commands {@code launch} and {@code init} make of their arguments. */
@DisplayName("From a command line to a TrainJob (LOCAL-190, LOCAL-192, LOCAL-193)")
final class LaunchCommandTest {
    private static final Path GOLDENS = Path.of("src/test/resources/launch/goldens.yaml");
    private static final String SCRIPT = "src/test/resources/launch/torch_train.py";
    private static final String RUNTIMES = "--runtimes=../deploy/runtimes";
    private static final String PYTHON = "--python=/usr/bin/python3";
    private static final String MARK = "# $ ";

    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();

    private CommandRun run(String... arguments) {
        return CommandRun.of(services, arguments);
    }

    private CommandRun launch(String line, String... before) {
        List<String> all = new ArrayList<>(List.of("launch", RUNTIMES));
        all.addAll(List.of(before));
        all.addAll(List.of(line.split(" ")));
        return run(all.toArray(String[]::new));
    }

    @Test
    @DisplayName("each of the recorded command lines becomes the TrainJob that is recorded with it")
    void goldens() throws IOException {
        String recorded = Files.readString(GOLDENS);
        StringBuilder made = new StringBuilder();
        int number = 0;
        for (String line :
                recorded.lines().filter(each -> each.startsWith(MARK)).toList()) {
            Path file = folder.resolve("job-" + number++ + ".yaml");
            CommandRun run = launch(line.substring(MARK.length()), "--save", file.toString());
            assertThat(run.code()).as(line + run.err()).isZero();
            made.append(made.length() == 0 ? "" : "---\n")
                    .append(line)
                    .append('\n')
                    .append(Files.readString(file));
        }
        if (Boolean.getBoolean("launch.update")) {
            Files.writeString(GOLDENS, made);
        }

        assertThat(made.toString()).isEqualTo(recorded);
    }

    @Test
    @DisplayName("an option of ours behind the command is the program's, with a word, unless -- says so (LOCAL-246)")
    void anOptionBehindTheCommand() {
        String note = "note: --nodes stands behind python, so it is an option of the program";

        assertThat(run("launch", RUNTIMES, "python", SCRIPT, "--nodes", "2").err())
                .contains(note);
        assertThat(run("launch", RUNTIMES, "--", "python", SCRIPT, "--nodes=2").err())
                .doesNotContain("note: --nodes");
    }

    @Test
    @DisplayName("a variable before the command, as shells have it, is answered with the option for it (LOCAL-246)")
    void aVariableBeforeTheCommand() {
        assertThat(run("launch", RUNTIMES, "--", "CUDA_VISIBLE_DEVICES=0", "python", SCRIPT))
                .isEqualTo(new CommandRun(
                        125,
                        "",
                        "CUDA_VISIBLE_DEVICES=0: is a variable, not a program; write it before the command:"
                                + " --env CUDA_VISIBLE_DEVICES=0 -- COMMAND\n"));
    }

    @Test
    @DisplayName(
            "a program that does not exist, or may not be executed, is refused before the start, as shells do (LOCAL-352)")
    void programsThatCannotBeStarted() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "");
        CommandRun missing = run("launch", RUNTIMES, "--", "./nosuch");
        CommandRun forbidden = run("launch", RUNTIMES, "--", text.toString());

        assertThat(missing.code()).isEqualTo(127);
        assertThat(missing.err()).endsWith("./nosuch: there is no such program\n");
        assertThat(forbidden.code()).isEqualTo(126);
        assertThat(forbidden.err()).endsWith(text + ": may not be executed; chmod +x " + text + " allows it\n");
    }

    @Test
    @DisplayName("a script that is not here, and a whole line as one word, are refused before the start (LOCAL-246)")
    void wordsThatCannotBeMeantAreRefused() {
        assertThat(run("launch", RUNTIMES, "--", "python3", "nofile.py"))
                .isEqualTo(new CommandRun(125, "", "nofile.py: no such file\n"));
        assertThat(run("launch", RUNTIMES, "--", "torchrun", "--nproc-per-node", "2", "nofile.py")
                        .err())
                .isEqualTo("nofile.py: no such file\n");
        assertThat(run("launch", RUNTIMES, "--", "python3 hi.py"))
                .isEqualTo(new CommandRun(
                        125,
                        "",
                        "\"python3 hi.py\": there is no program of that name; write each word by itself, without quotes: trainyard launch --"
                                + " python3 hi.py\n"));
    }

    @Test
    @DisplayName("a number of nodes that torchrun is told starts none, which is said (LOCAL-246, LOCAL-360)")
    void nodesOfTorchrunStartNone() {
        CommandRun run = run(("launch " + RUNTIMES + " -- torchrun --nnodes 2 " + SCRIPT).split(" "));

        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("trainyard launch --nodes 2 -- torchrun --nnodes 2 " + SCRIPT);
        assertThat(trainer().numNodes()).isNull();
    }

    private Trainer trainer() {
        return Optional.ofNullable(services.localRequest)
                .orElseThrow()
                .trainJobs()
                .get(0)
                .getSpec()
                .trainerOrEmpty();
    }

    private String runtime() {
        return Optional.ofNullable(services.localRequest)
                .orElseThrow()
                .trainJobs()
                .get(0)
                .getSpec()
                .runtimeRef()
                .name();
    }

    @Test
    @DisplayName(
            "without --nodes and --nproc one process starts as it is typed, by 'launch', by 'run', and from what init or --save wrote (LOCAL-190)")
    void oneProcessStartsAsItIsTyped() throws IOException {
        String script = folder.resolve("train.py").toString();
        Files.copy(Path.of(SCRIPT), Path.of(script));
        Path saved = folder.resolve("saved.yaml");

        assertThat(launch("-- torchrun --nproc_per_node=2 " + SCRIPT).err()).isEmpty();
        assertThat(runtime()).isEqualTo("plain-distributed");
        assertThat(trainer().command()).containsExactly("torchrun", "--nproc_per_node=2", SCRIPT);
        assertThat(run("run", script, RUNTIMES, "--", "--n", "5").err()).isEmpty();
        assertThat(runtime()).isEqualTo("plain-distributed");
        assertThat(trainer().command()).containsExactly("python3", script, "--n", "5");
        assertThat(trainer().env()).isEmpty();
        launch("-- python train.py", "--framework", "torch", "--save", saved.toString());
        assertThat(saved).content().contains("name: torch-distributed", "trainyard.dev/program: \"true\"");
        run("run", saved.toString(), RUNTIMES);
        assertThat(runtime()).isEqualTo("plain-distributed");
        assertThat(trainer().command()).containsExactly("python", "train.py");
        run("init", script, "--", "--lr", "0.1");
        run("run", folder.resolve("train.yaml").toString(), RUNTIMES);
        assertThat(runtime()).isEqualTo("plain-distributed");
        assertThat(trainer().command()).containsExactly("python3", "train.py", "--lr", "0.1");
    }

    @Test
    @DisplayName(
            "what init wrote starts a group as 'run train.py' does: with --nodes, also 1, or with numNodes above 1 (LOCAL-190, LOCAL-193)")
    void aWrittenTrainJobStartsAGroup() throws IOException {
        Files.copy(Path.of(SCRIPT), folder.resolve("train.py"));
        Path file = folder.resolve("train.yaml");
        run("init", folder.resolve("train.py").toString());
        String script = folder.resolve("train.py").toString();
        String line = ": torchrun train.py, since train.py imports torch\n";

        assertThat(run("run", file.toString(), RUNTIMES, "--nodes", "1").err()).isEqualTo("1 node × 1 process" + line);
        assertThat(trainer().command()).containsExactly("torchrun", "train.py");
        assertThat(runtime()).isEqualTo("torch-distributed");
        assertThat(run("run", script, RUNTIMES, "--nodes", "2").err())
                .isEqualTo("2 nodes × 1 process" + line.replace("train.py", script));
        Files.writeString(file, Files.readString(file).replace("numNodes: 1", "numNodes: 2"));
        assertThat(run("run", file.toString(), RUNTIMES).err()).isEqualTo("2 nodes × 1 process" + line);
        assertThat(run("run", file.toString(), RUNTIMES, "--framework", "jax").err())
                .isEqualTo("2 nodes × 1 process: python3 train.py, since --framework says so\n");
        assertThat(runtime()).isEqualTo("jax-distributed");
    }

    @Test
    @DisplayName("a TrainJob of the user's own decides what trains it (LOCAL-190)")
    void aTrainJobHasItsRuntime() {
        assertThat(run("run", "../examples/train-python.yaml", RUNTIMES, "--framework", "torch")
                        .err())
                .contains("--framework: ../examples/train-python.yaml has a runtime, which decides; leave it out");
    }

    @Test
    @DisplayName("--save replaces no file of the program and writes manifests alone, even with --force (LOCAL-247)")
    void saveLeavesTheProgramAlone() throws IOException {
        Path script = Files.writeString(folder.resolve("hi.py"), "print(1)");
        Path settings = Files.writeString(folder.resolve("settings.yaml"), "a: 1");

        CommandRun asScript = launch("--save " + script + " --force -- python3 " + script);
        CommandRun asSettings = launch("--save " + settings + " --force -- python3 " + script + " " + settings);

        assertThat(asScript)
                .isEqualTo(new CommandRun(2, "", "--save: must end in .yaml, .yml or .json, not " + script + "\n"));
        assertThat(asSettings)
                .isEqualTo(
                        new CommandRun(2, "", "--save: " + settings + " is a file of the program; name another one\n"));
        assertThat(script).hasContent("print(1)");
        assertThat(settings).hasContent("a: 1");
    }

    @Test
    @DisplayName("it runs as 'run' runs a file, in this folder, with all options of 'run' about showing and ending")
    void itRuns() {
        CommandRun run = launch("--nodes 2 --nproc 1 --timeout 1m -o json -- python " + SCRIPT + " --nodes 7");

        assertThat(run.code()).isZero();
        assertThat(run.err())
                .isEqualTo("2 nodes × 1 process: torchrun -- " + SCRIPT + " --nodes 7, since " + SCRIPT
                        + " imports torch\n");
        LocalRun.Request request = Optional.ofNullable(services.localRequest).orElseThrow();
        TrainJob job = request.trainJobs().get(0);
        assertThat(job.getMetadata().getName()).isEqualTo("torch-train");
        assertThat(job.getSpec().trainerOrEmpty().numNodes()).isEqualTo(2);
        assertThat(job.getSpec().trainerOrEmpty().command()).containsExactly("torchrun", "--", SCRIPT, "--nodes", "7");
        assertThat(request.machine().work().folder()).isEqualTo(Path.of("").toAbsolutePath());
        assertThat(request.machine().work().trainJobs()).containsExactly("default/torch-train");
        assertThat(request.display().format()).isEqualTo(LocalRun.Format.JSON);
        assertThat(request.machine().controllers().scheduler().capacity()).isEmpty();
        assertThat(request.limits().timeout()).isPresent();
    }

    @Test
    @DisplayName("the two dashes may be left out: what follows the first word of the program belongs to it")
    void withoutDashes() {
        launch("--nodes 2 torchrun " + SCRIPT + " --nodes 7 @x");

        TrainJob job = Optional.ofNullable(services.localRequest)
                .orElseThrow()
                .trainJobs()
                .get(0);
        assertThat(job.getSpec().trainerOrEmpty().numNodes()).isEqualTo(2);
        assertThat(job.getSpec().trainerOrEmpty().command()).containsExactly("torchrun", SCRIPT, "--nodes", "7", "@x");
        assertThat(launch("-d torchrun " + SCRIPT).err()).contains("put -- before the command");
    }

    @Test
    @DisplayName("--dry-run prints the objects; --save writes a file once, and nothing when the TrainJob is refused")
    void nothingIsReplaced() throws IOException {
        assertThat(launch("--dry-run -- python " + SCRIPT).out()).contains("kind: ConfigMap");
        assertThat(services.localRequest).isNull();

        Path file = Files.writeString(folder.resolve("job.yaml"), "mine");
        CommandRun refused = launch("-- python " + SCRIPT, "--save", file.toString());
        assertThat(refused).isEqualTo(new CommandRun(2, "", file + " exists and is left alone; --force replaces it\n"));
        assertThat(file).hasContent("mine");
        CommandRun forced = launch("-- python " + SCRIPT, "--save", file.toString(), "--force", "--env=HF_TOKEN=x");
        assertThat(forced.err()).contains("everybody who may read the TrainJob reads HF_TOKEN");
        assertThat(file).content().contains("kind: TrainJob");

        Path other = folder.resolve("other.yaml");
        services.findings =
                Validation.builder().error(RecordingServices.error("spec.x")).build();
        assertThat(launch("-- python " + SCRIPT, "--save", other.toString()).code())
                .isEqualTo(2);
        assertThat(other).doesNotExist();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "--nodes 0 -- x;--nodes: must be 1 or more, not 0",
                "--nproc some -- x;--nproc: must be a number from 1 on, auto, cpu or gpu, not some",
                "--nproc gpu -- x;--nproc: gpu is for PyTorch alone; plain takes a number or auto",
                "--framework tourch -- x;--framework: there is no tourch; did you mean \"torch\"?; there are horovod, torch",
                "--env A -- x;--env: must be NAME=VALUE, not A",
                "--memory much -- x;--memory: must be an amount such as 16Gi, not much",
                "--gpus all -- x;--gpus: must be a number, or one behind the name of a resource as in amd.com/gpu=4, not all",
                "--runtime torch-distribted -- x;did you mean \"torch-distributed\"? there are: ",
                "--nodes 2;name what to start: trainyard launch --nodes 2 -- python train.py"
            })
    void whatIsWrongIsNamed(String line, String message) {
        CommandRun run = launch(line);

        assertThat(run.code()).isEqualTo(125);
        assertThat(run.err()).contains(message);
    }

    @Test
    @DisplayName(
            "init writes a TrainJob beside the script, which runs as it is and with everything that stands there as a comment; it replaces nothing")
    void initExplains() throws IOException {
        Path script = Files.copy(Path.of(SCRIPT), folder.resolve("train.py"));

        CommandRun run = run("init", script.toString(), "--nodes", "2");

        assertThat(run.code()).as(run.err()).isZero();
        Path file = folder.resolve("train.yaml");
        String text = Files.readString(file);
        assertThat(run.out()).startsWith("wrote " + file + ": runtime torch-distributed, since train.py imports torch");
        assertThat(text).contains("numNodes: 2", "- torchrun\n    - train.py\n");
        if (Boolean.getBoolean("launch.update")) {
            Files.writeString(Path.of("src/test/resources/launch/init.yaml"), text);
        }
        assertThat(text).isEqualTo(Files.readString(Path.of("src/test/resources/launch/init.yaml")));
        assertThat(run("run", file.toString(), RUNTIMES, "--dry-run").err()).isEmpty();
        Files.writeString(file, text.replaceAll("(?m)^( +)#(?=\\S| {2})", "$1"));
        assertThat(run("run", file.toString(), RUNTIMES, "--dry-run").err()).isEmpty();
        assertThat(run("init", script.toString()).err()).contains("exists and is left alone");
        assertThat(run("init", "nowhere.py").err()).contains("must be a script that exists");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }
}
