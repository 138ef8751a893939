package io.trainyard.launcher.run.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
            "the error of the rank that failed by itself is found in whichever pod it stands; those of its peers and of torchrun follow")
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
                .containsExactly(
                        "RuntimeError: Connection closed by peer (2 times, node-0-0, node-0-2)",
                        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: (node-0-1)");
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

        Traceback error =
                RootCause.of(List.of(output("node-0-0", chain))).orElseThrow().error();

        assertThat(error.error()).isEqualTo("ValueError: no column x");
        assertThat(error.lines()).contains("KeyError: 'x'", "ValueError: no column x");
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
    @DisplayName(
            "where only consequences are told, the first of them stands for the cause; without any error there is none")
    void onlyConsequencesOrNothing() {
        assertThat(RootCause.of(List.of(output("node-0-0", PEER)))
                        .map(cause -> cause.error().followsFromOthers()))
                .contains(true);
        assertThat(RootCause.of(List.of(output("node-0-0", "exit\n")))).isEqualTo(Optional.empty());
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
}
