package io.trainyard.launcher.run.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The error that matters among all that ranks write (LOCAL-132). */
final class RootCauseTest {
    private static final String SHARD =
            """
            step 3
            Traceback (most recent call last):
              File "train.py", line 8, in <module>
                raise RuntimeError("nan loss in shard 1")
            RuntimeError: nan loss in shard 1
            ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: 1) local_rank: 0
            Traceback (most recent call last):
              File "/usr/bin/torchrun", line 33, in <module>
                sys.exit(main())
            torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
            ============================================================
            Root Cause (first observed failure):
            [0]:
              rank      : 1 (local_rank: 0)
              exitcode  : 1 (pid: 31252)
            """;
    private static final String PEER =
            """
            Traceback (most recent call last):
              File "train.py", line 6, in <module>
                dist.all_reduce(t)
            RuntimeError: [../gloo/transport/tcp/pair.cc:598] Connection closed by peer [127.0.0.1]:19350
            """;

    private static RootCause.PodOutput output(String name, String text) {
        return new RootCause.PodOutput("uid-" + name, name, text.lines().toList());
    }

    @Test
    @DisplayName(
            "the error of the rank that failed by itself is found in whichever pod it stands; those of its peers follow, and torchrun only repeats it")
    void theErrorOfTheRankThatFailedByItself() {
        RootCause cause = RootCause.of(
                        List.of(output("node-0-0", PEER), output("node-0-2", PEER), output("node-0-1", SHARD)))
                .orElseThrow();

        assertThat(cause.source().name()).isEqualTo("node-0-1");
        assertThat(cause.rank()).contains("1");
        assertThat(cause.error().lines())
                .containsExactly(
                        "Traceback (most recent call last):",
                        "  File \"train.py\", line 8, in <module>",
                        "    raise RuntimeError(\"nan loss in shard 1\")",
                        "RuntimeError: nan loss in shard 1");
        assertThat(cause.followers())
                .containsExactly("RuntimeError: Connection closed by peer (2 times, node-0-0, node-0-2)");
    }

    @Test
    @DisplayName("an error that shows a megabyte of a tensor keeps nobody waiting")
    void longErrors() {
        String error = "ValueError: " + "[[1.0, ".repeat(150_000);
        RootCause cause = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> RootCause.of(List.of(
                        output("node-0-0", "Traceback (most recent call last):\n" + error),
                        output("node-0-1", "Traceback (most recent call last):\n" + error)))
                .orElseThrow());

        assertThat(cause.alike()).containsExactly("node-0-1");
    }

    @Test
    @DisplayName(
            "where torchrun tells of several that have failed, no rank is named by the one that it noticed first (LOCAL-231)")
    void noRankIsGuessed() {
        String several = SHARD.replace(
                "Root Cause (first",
                "Failures:\n[1]:\n  rank      : 3 (local_rank: 2)\n  exitcode  : 1 (pid: 31253)\nRoot Cause (first");

        assertThat(RootCause.of(List.of(output("node-0-1", several)))
                        .orElseThrow()
                        .rank())
                .isEmpty();
    }

    @Test
    @DisplayName("lines that say whose they are belong together although those of several ranks alternate")
    void linesOfSeveralRanksAlternate() {
        String both =
                """
                [rank0]: Traceback (most recent call last):
                [rank1]: Traceback (most recent call last):
                [rank0]:   File "t.py", line 1, in <module>
                [rank1]:   File "t.py", line 2, in <module>
                [rank0]: RuntimeError: Connection reset by peer
                W0101 torch/distributed/elastic: Sending process 7 closing signal SIGTERM
                [rank1]: KeyError: 'label'
                """;

        RootCause cause = RootCause.of(List.of(output("node-0-0", both))).orElseThrow();

        assertThat(cause.rank()).contains("1");
        assertThat(cause.error().lines())
                .containsExactly(
                        "Traceback (most recent call last):",
                        "  File \"t.py\", line 2, in <module>",
                        "KeyError: 'label'");
    }

    @Test
    @DisplayName("an error that was raised because of another one is told with it")
    void aChainIsOneError() {
        String chain =
                """
                Traceback (most recent call last):
                  File "a.py", line 1
                KeyError: 'x'

                During handling of the above exception, another exception occurred:

                Traceback (most recent call last):
                  File "a.py", line 3
                ValueError: no column x
                """;

        ToldError error =
                RootCause.of(List.of(output("node-0-0", chain))).orElseThrow().error();

        assertThat(error.error()).isEqualTo("ValueError: no column x");
        assertThat(error.lines()).contains("KeyError: 'x'", "ValueError: no column x");
    }

    private static ToldError errorOf(String text) {
        return RootCause.of(List.of(output("node-0-0", text))).orElseThrow().error();
    }

    @Test
    @DisplayName(
            "a message of several lines is shown to its end, and what loggers and launchers write behind it is not (LOCAL-280)")
    void aMessageOfSeveralLines() {
        ToldError checkpoint = errorOf(
                """
                Traceback (most recent call last):
                  File "train.py", line 8, in <module>
                    net.load_state_dict(torch.load("a.pt"))
                RuntimeError: Error(s) in loading state_dict for Net:
                \tMissing key(s) in state_dict: "fc.weight".
                \tsize mismatch for fc.bias: copying a param with shape torch.Size([3])
                E1126 01:02:03.000000 77 torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: 1)
                """);
        ToldError settings = errorOf(
                """
                Traceback (most recent call last):
                  File "train.py", line 8, in <module>
                pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings
                lr
                  Input should be a valid number
                 45%|####5     | 45/100 [00:01<00:01, 40.1it/s]
                """);

        assertThat(checkpoint.error()).isEqualTo("RuntimeError: Error(s) in loading state_dict for Net:");
        assertThat(checkpoint.lines())
                .hasSize(6)
                .endsWith(
                        "\tMissing key(s) in state_dict: \"fc.weight\".",
                        "\tsize mismatch for fc.bias: copying a param with shape torch.Size([3])");
        assertThat(settings.lines()).endsWith("lr", "  Input should be a valid number");
    }

    @Test
    @DisplayName("an error that a worker of a DataLoader had is shown as it was there (LOCAL-280)")
    void theErrorOfAWorkerOfADataLoader() {
        ToldError error = errorOf(
                """
                Traceback (most recent call last):
                  File "train.py", line 20, in <module>
                    for batch in loader:
                ValueError: Caught ValueError in DataLoader worker process 0.
                Original Traceback (most recent call last):
                  File "train.py", line 9, in __getitem__
                    raise ValueError("sample 17 is empty")
                ValueError: sample 17 is empty

                """);

        assertThat(error.error()).isEqualTo("ValueError: sample 17 is empty");
        assertThat(error.lines()).contains("    for batch in loader:", "    raise ValueError(\"sample 17 is empty\")");
    }

    @Test
    @DisplayName(
            "an error of a process that torch.multiprocessing.spawn has started is the error, not that it was noticed (LOCAL-280)")
    void theErrorOfASpawnedProcess() {
        RootCause cause = RootCause.of(
                        List.of(
                                output(
                                        "node-0-0",
                                        """
                        Traceback (most recent call last):
                          File "train.py", line 30, in <module>
                            mp.spawn(work, nprocs=2)
                        torch.multiprocessing.spawn.ProcessRaisedException:\s

                        -- Process 1 terminated with the following error:
                        Traceback (most recent call last):
                          File "spawn.py", line 90, in _wrap
                            fn(i, *args)
                          File "train.py", line 12, in work
                        KeyError: 'lr'
                        """)))
                .orElseThrow();

        assertThat(cause.error().error()).isEqualTo("KeyError: 'lr'");
        assertThat(cause.error().lines()).contains("-- Process 1 terminated with the following error:");
        assertThat(cause.followers()).isEmpty();
    }

    @Test
    @DisplayName("an error in a pool of processes is told once, with where it came from (LOCAL-280)")
    void theErrorOfAPool() {
        RootCause cause = RootCause.of(
                        List.of(
                                output(
                                        "node-0-0",
                                        """
                        multiprocessing.pool.RemoteTraceback:\s
                        \"""
                        Traceback (most recent call last):
                          File "train.py", line 3, in tokenize
                        ValueError: bad row
                        \"""

                        The above exception was the direct cause of the following exception:

                        Traceback (most recent call last):
                          File "train.py", line 9, in <module>
                        ValueError: bad row
                        """)))
                .orElseThrow();

        assertThat(cause.error().lines())
                .contains("  File \"train.py\", line 3, in tokenize", "  File \"train.py\", line 9, in <module>");
        assertThat(cause.survived()).isEmpty();
    }

    @Test
    @DisplayName("an error is found behind a progress bar that has no end of a line (LOCAL-280)")
    void behindAProgressBar() {
        ToldError error = errorOf(
                """
                  0%|          | 0/10 [00:00<?, ?it/s]Traceback (most recent call last):
                  File "train.py", line 3, in <module>
                ZeroDivisionError: division by zero
                """);

        assertThat(error.lines()).startsWith("Traceback (most recent call last):");
        assertThat(error.error()).isEqualTo("ZeroDivisionError: division by zero");
        assertThat(errorOf(
                                "name? Traceback (most recent call last):\n  File \"a.py\"\nEOFError: EOF when reading a line\n")
                        .error())
                .isEqualTo("EOFError: EOF when reading a line");
    }

    private static final String SURVIVED =
            """
            Traceback (most recent call last):
              File "train.py", line 3, in connect
            OSError: no tracker at localhost
            epoch 1
            """;
    private static final String FATAL =
            """
            Traceback (most recent call last):
              File "train.py", line 9, in <module>
            ValueError: nan
            """;

    @Test
    @DisplayName("an error that the program has told of and survived is not the one that it ended by (LOCAL-281)")
    void anErrorThatWasSurvived() {
        String afterTheEnd =
                """
                Exception ignored in: <function Loader.__del__ at 0x7f>
                Traceback (most recent call last):
                  File "loader.py", line 3, in __del__
                AttributeError: 'NoneType' object has no attribute 'close'
                """;

        RootCause cause = RootCause.of(List.of(output("node-0-0", SURVIVED + SURVIVED + FATAL + afterTheEnd)))
                .orElseThrow();

        assertThat(cause.error().error()).isEqualTo("ValueError: nan");
        assertThat(cause.followers()).isEmpty();
        assertThat(cause.survived()).containsExactly("OSError: no tracker at localhost (2 times, node-0-0)");
    }

    @Test
    @DisplayName("where there are only consequences, a rank that torchrun saw end without a word is named (LOCAL-281)")
    void aRankThatEndedWithoutAWord() {
        String log =
                """
                [rank2]: Traceback (most recent call last):
                [rank2]:   File "train.py", line 27, in main
                [rank2]: RuntimeError: Connection closed by peer [127.0.0.1]:15239
                Traceback (most recent call last):
                  File "torchrun", line 8, in <module>
                torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\s
                ============================================================
                train.py FAILED
                Failures:
                [1]:
                  rank      : 2 (local_rank: 0)
                  exitcode  : -15 (pid: 11367)  (SIGTERM)
                ------------------------------------------------------------
                Root Cause (first observed failure):
                [0]:
                  time      : 2026-11-26_02:39:20
                  rank      : 3 (local_rank: 1)
                  exitcode  : 3 (pid: 11369)\s
                  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html
                ============================================================
                """;

        RootCause silent = RootCause.of(List.of(output("node-0-1", log))).orElseThrow();
        assertThat(silent.process()).contains(new RootCause.EndedProcess(3, 1, 3));
        assertThat(silent.rank()).contains("3");
        assertThat(silent.error().lines()).isEmpty();
        assertThat(silent.followers()).contains("RuntimeError: Connection closed by peer (node-0-1)");
        assertThat(RootCause.of(List.of(output("node-0-1", log.replace("rank      : 3", "rank      : 2"))))
                        .orElseThrow()
                        .process())
                .as("that rank has told of its error")
                .isEmpty();
        assertThat(RootCause.of(List.of(output("node-0-1", log), output("node-0-0", FATAL)))
                        .orElseThrow()
                        .process())
                .as("another node has told what is wrong")
                .isEmpty();
    }

    @Test
    @DisplayName(
            "where several processes write into one log without saying who they are, the first error counts (LOCAL-281)")
    void severalProcessesInOneLog() {
        String killed =
                "W1126 01:02:03.0 77 torch/distributed/elastic/multiprocessing/api.py:900] Sending process 78 closing signal SIGTERM\n";

        assertThat(errorOf(FATAL + SURVIVED + killed).error()).isEqualTo("ValueError: nan");
        assertThat(errorOf("Process SpawnProcess-1:\n" + FATAL + SURVIVED).error())
                .as("of a process that the program has started")
                .isEqualTo("ValueError: nan");
    }

    @Test
    @DisplayName("the same error of many ranks is told once, with the ranks as a range (LOCAL-133)")
    void theSameErrorOfManyRanksIsToldOnce() {
        String missing =
                "Traceback (most recent call last):\n  File \"a.py\", line 1\nModuleNotFoundError: No module named 'x'\n";
        List<RootCause.PodOutput> outputs = java.util.stream.IntStream.range(0, 8)
                .mapToObj(rank -> output("node-0-" + rank, missing))
                .toList();

        RootCause cause = RootCause.of(outputs).orElseThrow();

        assertThat(cause.followers()).isEmpty();
        assertThat(NameRanges.text(cause.alike())).isEqualTo("node-0-1 to node-0-7");
    }

    @Test
    @DisplayName("where only consequences are told, the first of them stands for the cause")
    void onlyConsequences() {
        assertThat(RootCause.of(List.of(output("node-0-0", PEER)))
                        .map(cause -> cause.error().followsFromOthers()))
                .contains(true);
    }

    @ParameterizedTest(name = "follows from another process: {0}")
    @ValueSource(
            strings = {
                "jaxlib.xla_extension.XlaRuntimeError: UNAVAILABLE: connection to coordination service lost",
                "jax.errors.JaxRuntimeError: DEADLINE_EXCEEDED: Barrier timed out",
                "tensorflow.python.framework.errors_impl.UnavailableError: Graph execution error:",
                "mpi4py.MPI.Exception: MPI_ERR_PROC_FAILED: process failed"
            })
    @DisplayName("JAX, TensorFlow and MPI, too, tell of the end of another process (LOCAL-215)")
    void followersOfOtherFrameworks(String error) {
        String follower = "Traceback (most recent call last):\n  File \"train.py\", line 3\n" + error + "\n";
        String own = "[1,3]<stderr>:Traceback (most recent call last):\n[1,3]<stderr>:  File \"train.py\", line 9\n"
                + "[1,3]<stderr>:ValueError: bad shard\n";

        RootCause cause = RootCause.of(List.of(output("node-0-0", follower), output("launcher-0-0", own)))
                .orElseThrow();

        assertThat(cause.error().error()).isEqualTo("ValueError: bad shard");
        assertThat(cause.rank()).contains("3");
    }

    /** As torchrun of PyTorch 1.13 writes it. */
    private static final String TOLD_BY_TORCHRUN =
            """
            ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: 2) local_rank: 0 (pid: 18391) of binary: /usr/bin/python3
            Traceback (most recent call last):
              File "/usr/lib/python3/dist-packages/torch/distributed/run.py", line 766, in <module>
                main()
            torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\s
            ============================================================
            usage.py FAILED
            ------------------------------------------------------------
            Failures:
              <NO_OTHER_FAILURES>
            ------------------------------------------------------------
            Root Cause (first observed failure):
            [0]:
              time      : 2026-11-28_00:22:41
              host      : localhost
              rank      : 0 (local_rank: 0)
              exitcode  : 2 (pid: 18391)
              error_file: <N/A>
              traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html
            ============================================================
            """;

    private static RootCause toldByTorchrun(String written, int exitCode) {
        String log = written + TOLD_BY_TORCHRUN.replace("exitcode  : 2", "exitcode  : " + exitCode);
        return RootCause.of(List.of(output("node-0-0", log))).orElseThrow();
    }

    @Test
    @DisplayName(
            "usage, a message of sys.exit and a syntax error are causes like tracebacks; torchrun's own frames never are (LOCAL-281)")
    void messagesWithoutATraceback() {
        RootCause usage = toldByTorchrun(
                """
                WARNING:torch.distributed.run:
                *****************************************
                Setting OMP_NUM_THREADS environment variable for each process to be 1 in default
                *****************************************
                usage: usage.py [-h] --learning-rate LEARNING_RATE
                usage.py: error: the following arguments are required: --learning-rate
                """,
                2);
        RootCause refusal = toldByTorchrun("no folder data/: run prepare.py first\n", 1);
        RootCause syntax = toldByTorchrun(
                "  File \"syntax.py\", line 3\n    def main(:\n             ^\nSyntaxError: invalid syntax\n", 1);

        assertThat(usage.error().lines())
                .containsExactly(
                        "usage: usage.py [-h] --learning-rate LEARNING_RATE",
                        "usage.py: error: the following arguments are required: --learning-rate");
        assertThat(usage.process()).contains(new RootCause.EndedProcess(0, 0, 2));
        assertThat(usage.rank()).contains("0");
        assertThat(refusal.error().lines()).containsExactly("no folder data/: run prepare.py first");
        assertThat(syntax.error().lines()).hasSize(4).endsWith("SyntaxError: invalid syntax");
    }

    @Test
    @DisplayName(
            "a message of one rank is the cause although another rank has a traceback that follows from its end (LOCAL-281)")
    void aMessageBesideATracebackThatFollows() {
        RootCause cause =
                toldByTorchrun(PEER + "no folder data/: run prepare.py first\n", 1 /* and the other one was stopped */);
        RootCause both = RootCause.of(List.of(
                        output("node-0-0", PEER),
                        output("node-0-1", "no folder data/\n" + TOLD_BY_TORCHRUN),
                        output("node-0-2", "no folder data/\n" + TOLD_BY_TORCHRUN)))
                .orElseThrow();

        assertThat(cause.error().error())
                .as("one traceback, one process that ended like it")
                .contains("Connection closed");
        assertThat(both.error().lines()).containsExactly("no folder data/");
        assertThat(both.source().name()).isEqualTo("node-0-1");
        assertThat(both.alike()).containsExactly("node-0-2");
        assertThat(both.followers()).contains("RuntimeError: Connection closed by peer (node-0-0)");
    }

    @Test
    @DisplayName(
            "of a rank that a signal ended, that is known, and the last that it wrote where its lines say that they are its own (LOCAL-281)")
    void aRankThatASignalEnded() {
        RootCause cause = RootCause.of(List.of(output(
                        "node-0-0",
                        "[default0]:ready 0\n[default1]:ready 1\n"
                                + TOLD_BY_TORCHRUN
                                        .replace("rank      : 0 (local_rank: 0)", "rank      : 1 (local_rank: 1)")
                                        .replace("exitcode  : 2", "exitcode  : -11"))))
                .orElseThrow();

        assertThat(cause.process()).contains(new RootCause.EndedProcess(1, 1, -11));
        assertThat(cause.error().lines()).containsExactly("ready 1");
    }

    @Test
    @DisplayName("where accelerate tells that its program has failed, the error of the program is the cause")
    void accelerateTellsOfItsProgram() {
        RootCause cause = RootCause.of(
                        List.of(
                                output(
                                        "node-0-0",
                                        FATAL
                                                + """
                        Traceback (most recent call last):
                          File "/usr/lib/python3/site-packages/accelerate/commands/launch.py", line 800, in simple_launcher
                        subprocess.CalledProcessError: Command '['python3', 'train.py']' returned non-zero exit status 1.
                        """)))
                .orElseThrow();

        assertThat(cause.error().error()).isEqualTo("ValueError: nan");
        assertThat(cause.survived()).isEmpty();
    }

    @Test
    @DisplayName(
            "without a launcher the end of what the first one wrote is the cause; of one that wrote nothing there is none (LOCAL-132)")
    void theEndOfWhatWasWritten() {
        assertThat(RootCause.of(List.of(output("node-0-0", "step 1\nno such data\n"), output("node-0-1", "step 1\n")))
                        .orElseThrow()
                        .error()
                        .lines())
                .containsExactly("step 1", "no such data");
        assertThat(RootCause.of(List.of(output("node-0-0", "")))).isEmpty();
    }
}
