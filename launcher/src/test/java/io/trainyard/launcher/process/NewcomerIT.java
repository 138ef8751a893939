package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user meets who trains here for the first time: files, output and exit codes, as they are seen in a terminal (LOCAL-130 to LOCAL-143). */
final class NewcomerIT {
    @TempDir
    private Path folder;

    private TerminalSession user;

    @BeforeEach
    void open() {
        user = new TerminalSession(folder);
    }

    @Test
    @DisplayName(
            "a job that writes its script, as the Python SDK's do, writes into a folder of its pod, not over the user's file of that name (LOCAL-130)")
    void theScriptOfTheSdkDoesNotReplaceTheUsers() throws Exception {
        Path mine = Files.writeString(folder.resolve("my_experiment.py"), "print('nineteen lines of work')\n");
        String sdk =
                """
                read -r -d '' SCRIPT << EOM

                print("of the SDK")

                EOM
                printf "%s" "$SCRIPT" > "my_experiment.py"
                python3 my_experiment.py
                """;

        TerminalSession.Seen seen = user.types("run", user.job("sdk", 1, "bash", "-c", sdk), "--follow", "all");

        assertThat(seen.code()).as(seen.text()).isZero();
        assertThat(seen.out()).contains("| of the SDK");
        assertThat(mine).hasContent("print('nineteen lines of work')");
        assertThat(filesBelowPods("work", "my_experiment.py")).hasSize(1);
    }

    @Test
    @DisplayName(
            "a job that came from no file of this folder starts in a folder of its pod; one that did starts here (LOCAL-130)")
    void onlyJobsOfThisFolderWorkHere() throws Exception {
        String yaml = Files.readString(Path.of(user.job("piped", 1, "sh", "-c", "echo theirs > model.txt")));
        Path mine = Files.writeString(folder.resolve("model.txt"), "mine\n");

        TerminalSession.Seen piped = user.typesWithInput(yaml, "run", "-");

        assertThat(piped.code()).as(piped.text()).isZero();
        assertThat(mine).hasContent("mine");
        assertThat(filesBelowPods("work", "model.txt")).hasSize(1);

        TerminalSession.Seen here = user.types("run", user.job("here", 1, "sh", "-c", "echo new > result.txt"));
        assertThat(here.code()).as(here.text()).isZero();
        assertThat(folder.resolve("result.txt")).hasContent("new");
    }

    @Test
    @DisplayName(
            "scripts and jobs of several folders start in one run, each in the folder of its own file, and find what lies beside it (LOCAL-243)")
    void jobsOfSeveralFolders() throws Exception {
        for (String name : List.of("first", "second")) {
            Path own = Files.createDirectory(folder.resolve(name));
            Files.writeString(own.resolve("words.py"), "WORDS = 'of the " + name + "'\n");
            Files.writeString(own.resolve(name + ".py"), "from words import WORDS\nprint(WORDS)\n");
        }
        Path third = Files.createDirectory(folder.resolve("third"));
        Path job = Files.move(Path.of(user.job("listed", 1, "sh", "-c", "ls beside.txt")), third.resolve("job.yaml"));
        Files.writeString(third.resolve("beside.txt"), "");

        TerminalSession.Seen seen =
                user.types("run", "first/first.py", "second/second.py", job.toString(), "--follow", "all");

        assertThat(seen.code()).as(seen.text()).isZero();
        assertThat(seen.out()).contains("| of the first", "| of the second", "| beside.txt");
    }

    @Test
    @DisplayName(
            "a program that writes /tmp/train.py writes into a /tmp of its own, not into this machine's (LOCAL-131)")
    void theTmpOfThisMachineIsNotWrittenTo() throws Exception {
        Path mine = Path.of("/tmp", "trainyard-it-" + ProcessHandle.current().pid() + ".py");
        Files.writeString(mine, "mine");
        try {
            TerminalSession.Seen seen = user.types(
                    "run",
                    user.job(
                            "tmp",
                            2,
                            "sh",
                            "-c",
                            "cat " + mine + "; echo theirs > " + mine + " && cat " + mine + " && ls train-here.txt"),
                    "--follow",
                    "all");

            assertThat(mine).hasContent("mine");
            Files.writeString(folder.resolve("train-here.txt"), "");
            assertThat(seen.out()).contains("| theirs").doesNotContain("| mine");
        } finally {
            Files.delete(mine);
        }
        TerminalSession.Seen sees = user.types(
                "run", user.job("sees", 1, "sh", "-c", "pwd; ls train-here.txt; ls /tmp | wc -l"), "--follow", "all");
        assertThat(sees.code()).as(sees.text()).isZero();
        assertThat(sees.out()).contains("| " + folder.toRealPath(), "| train-here.txt");
    }

    /** As PyTorch and torchrun write it; the node that fails by itself is not the one that is shown. */
    private static final String RANKS =
            """
            import os, sys, time
            rank = int(os.environ["JOB_COMPLETION_INDEX"])
            if rank == 1:
                time.sleep(1)
                raise RuntimeError("nan loss in shard 1")
            for step in range(1000):
                sys.stderr.write(f"\\rstep {step}")
            time.sleep(3)
            raise RuntimeError("[pair.cc:598] Connection closed by peer [127.0.0.1]:19350")
            """;

    @Test
    @DisplayName(
            "the traceback of the rank that failed by itself is shown, although another node is followed; it is tried once, ends with its own exit code, and progress bars take one line (LOCAL-132, LOCAL-133, LOCAL-134, LOCAL-136)")
    void theErrorThatMattersIsShown() throws Exception {
        Files.writeString(folder.resolve("train.py"), RANKS);
        // The runtime asks for OnFailure and a backoffLimit of 6.
        TerminalSession.Seen seen =
                user.types("run", user.job("nan", "torch-distributed", 2, "python3", "train.py"), "--follow", "0");

        assertThat(seen.code()).as(seen.text()).isEqualTo(1);
        assertThat(seen.err())
                .containsPattern("The first to fail was container node of pod nan-node-0-1-\\w+ with exit code 1\n"
                        + "  Traceback \\(most recent call last\\):\n")
                .contains("    raise RuntimeError(\"nan loss in shard 1\")\n  RuntimeError: nan loss in shard 1\n")
                .contains("All that it wrote: trainyard logs nan node-0-1", "--restarts N");
        assertThat(seen.out().lines().filter(line -> line.contains("step "))).hasSizeLessThan(2);
        assertThat(seen.out())
                .containsPattern("nan-node-0-1-\\w+ +Failed +1 +0 ")
                .containsPattern("nan-node-0-0-\\w+ +Stopped +- +0 ")
                .doesNotContain("143");
        assertThat(user.types("logs", "nan").out()).contains("RuntimeError: nan loss in shard 1");
    }

    @Test
    @DisplayName(
            "a script of a subfolder finds the modules of the user's PYTHONPATH and the data of the current folder; with --workdir elsewhere, a hint says where they lie (LOCAL-284, LOCAL-285)")
    void aScriptOfASubfolder() throws Exception {
        Path script = Files.createDirectories(folder.resolve("scripts")).resolve("train.py");
        Files.writeString(
                script,
                """
                import mine
                print("rows", open("data.txt").read().strip(), mine.FACTOR)
                open("model.pt", "w").write("weights")
                """);
        Files.writeString(folder.resolve("mine.py"), "FACTOR = 3\n");
        Files.writeString(folder.resolve("data.txt"), "12\n");

        assertThat(user.types("run", "scripts/train.py").err())
                .contains("hint: the module mine is in " + folder.toRealPath() + ", where Python does not look for it");
        user.exports("PYTHONPATH", folder.toString());
        assertThat(user.types("run", "scripts/train.py", "--workdir", "scripts").err())
                .contains("hint: data.txt is in " + folder.toRealPath() + ", but programs start in ")
                .contains(": --workdir . starts them here");
        TerminalSession.Seen seen = user.types("run", "scripts/train.py");

        assertThat(seen.code()).as(seen.text()).isZero();
        assertThat(seen.out()).contains("rows 12 3").doesNotContain("each program has for itself");
    }

    @Test
    @DisplayName(
            "with --restarts the job begins again as often as asked for; each attempt's log is kept and shown by its number (LOCAL-133, LOCAL-135)")
    void eachAttemptIsKept() throws Exception {
        String count = "echo x >> attempts; echo attempt $(wc -l < attempts); exit 3";

        TerminalSession.Seen seen = user.types("run", user.job("again", 1, "sh", "-c", count), "--restarts", "2");

        assertThat(seen.code()).as(seen.text()).isEqualTo(1);
        assertThat(folder.resolve("attempts")).hasContent("x\nx\nx");
        assertThat(seen.out())
                .containsPattern("POD +ATTEMPT +STATE .*\n.* 1 +Failed +3 .*\n.* 2 +Failed +3 .*\n.* 3 +Failed +3 ");
        assertThat(seen.err())
                .containsPattern("of pod again-node-0-0-\\w+, attempt 3 of 3, with exit code 3\n")
                .contains("All that it wrote: trainyard logs again node-0-0\n");
        assertThat(user.types("logs", "again").out()).isEqualTo("attempt 3\n");
        assertThat(user.types("logs", "again", "--previous").out()).isEqualTo("attempt 2\n");
        assertThat(user.types("logs", "again", "--attempt", "1").out()).isEqualTo("attempt 1\n");
        TerminalSession.Seen none = user.types("logs", "again", "--attempt", "4");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("attempts 1 to 3");
    }

    @Test
    @DisplayName(
            "variables of experiment trackers and OMP_NUM_THREADS reach pods; --set-env passes others of the shell by their names (LOCAL-139)")
    void variablesOfToolsArePassed() throws Exception {
        user.exports("WANDB_API_KEY", "of-wandb");
        user.exports("OMP_NUM_THREADS", "3");
        user.exports("MY_OWN_SWITCH", "on");
        String program = "echo got $WANDB_API_KEY $OMP_NUM_THREADS ${MY_OWN_SWITCH:-nothing}";
        String job = user.job("env", "torch-distributed", 1, "sh", "-c", program);

        TerminalSession.Seen seen = user.types("run", job);
        assertThat(seen.out()).as(seen.text()).contains("| got of-wandb 3 nothing");
        assertThat(seen.err()).doesNotContain("MY_OWN_SWITCH");

        TerminalSession.Seen all = user.types("run", job, "--set-env", "MY_OWN_SWITCH");
        assertThat(all.out()).contains("| got of-wandb 3 on");
    }

    @Test
    @DisplayName("an engine that does not answer ends with one sentence and 2, not with an internal error (LOCAL-138)")
    void faultsOfTheMachineAreTold() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path docker = Files.writeString(bin.resolve("docker"), "#!/bin/sh\necho 'no daemon here' >&2\nexit 1\n");
        Files.setPosixFilePermissions(docker, PosixFilePermissions.fromString("rwxr-xr-x"));
        user.exports("PATH", bin + File.pathSeparator + System.getenv("PATH"));

        TerminalSession.Seen seen = user.types("run", user.job("contained", 1, "true"), "--executor", "docker");

        assertThat(seen.code()).as(seen.text()).isEqualTo(2);
        assertThat(seen.err())
                .contains("--executor docker: the engine does not answer: no daemon here")
                .doesNotContain("internal error", "Exception", "fault in Trainyard");
    }

    @Test
    @DisplayName(
            "a program that takes more memory than its limit is killed as a kubelet does it: OOMKilled, 137, and what to do; or the run says that limits do not hold (LOCAL-140)")
    void memoryLimitsHold() throws Exception {
        String greedy =
                "import time; held = []\nwhile True: held.append(bytearray(b'x' * (16 << 20))); time.sleep(0.02)";
        Path file = Path.of(user.job("greedy", 1, "python3", "-c", greedy));
        Files.writeString(file, Files.readString(file) + "    resourcesPerNode: {limits: {memory: 200Mi}}\n");

        TerminalSession.Seen seen = user.types("run", file.toString(), "--timeout", "20s");

        if (Files.isReadable(Path.of("/proc/self/smaps_rollup"))) {
            assertThat(seen.code()).as(seen.text()).isEqualTo(1);
            assertThat(seen.out()).containsPattern("greedy-node-0-0-\\w+ +Failed +137 ");
            assertThat(seen.err())
                    .contains("with exit code 137 (OOMKilled)", "hint: it took more memory than its limit");
        } else {
            assertThat(seen.out()).contains("MemoryLimitNotHeld");
        }
    }

    @Test
    @DisplayName("what everybody types first works: a script, a number of nodes, arguments (LOCAL-141, LOCAL-142)")
    void aScriptRunsWithoutYaml() throws Exception {
        Files.writeString(
                folder.resolve("train.py"),
                "import os, sys\nprint('node', os.environ['RANK'], 'got', *sys.argv[1:])\n");

        TerminalSession.Seen seen =
                user.types("run", "train.py", "--nodes", "2", "--follow", "all", "--", "--epochs", "1");

        assertThat(seen.code()).as(seen.text()).isZero();
        assertThat(seen.text()).contains("| node 0 got --epochs 1", "| node 1 got --epochs 1", "train: Complete");
    }

    @Test
    @DisplayName(
            "a run in the background is looked at, found from another folder, and followed to its end from a second terminal (LOCAL-143)")
    void aRunInTheBackgroundIsFollowed() throws Exception {
        String program = "echo 'epoch 3/10'; while [ ! -e go ]; do sleep 0.1; done; echo well; exit 4";

        TerminalSession.Seen started = user.types("run", user.job("later", 1, "sh", "-c", program), "-d");
        assertThat(started.code()).as(started.text()).isZero();
        assertThat(started.out()).containsPattern("^started \\S+-later\n").contains("trainyard attach");

        await("the program to run").atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                        user.types("status", "later").out())
                .containsPattern("later  Running  \\S+\n")
                .containsPattern("later-node-0-0-\\w+ +Running +\\d+% +[\\d.]+ \\w?i?B +- +30% +epoch 3/10"));
        Path other = Files.createDirectories(folder.resolve("other"));
        TerminalSession.Seen all = user.elsewhere(other).types("ps", "--all", "--running");
        assertThat(all.out()).containsPattern("-later +later +Running +- .* " + folder.toRealPath());

        Files.createFile(folder.resolve("go"));
        TerminalSession.Seen attached = user.types("attach", "later");
        assertThat(attached.code()).as(attached.text()).isEqualTo(1);
        assertThat(attached.out()).contains("| epoch 3/10", "| well", "TrainJob later: Failed", "with exit code 4");
        assertThat(user.types("ps").out()).containsPattern("later +Failed +1 ");
    }

    private List<Path> filesBelowPods(String part, String name) throws Exception {
        Path pods = folder.resolve(".trainyard/latest/pods").toRealPath();
        try (Stream<Path> files = Files.walk(pods)) {
            return files.filter(file -> file.getFileName().toString().equals(name))
                    .filter(file -> file.toString().contains("/" + part + "/"))
                    .toList();
        }
    }
}
