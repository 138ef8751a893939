package io.trainyard.launcher.run.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.trainyard.launcher.cli.process.TerminalSize;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.ContainerSnapshot;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.Progress;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.launcher.run.progress.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users see, letter by letter (LOCAL-97). */
final class ViewTest {
    private static final Hints.Circumstances HERE = circumstances(Set.of("MY_PATH"), false);

    private static Hints.Circumstances circumstances(Set<String> heldBack, boolean debugged) {
        Set<String> there = Set.of("/home/u/src/mine", "/tmp/mine.csv", "/workspace/x.pt", "/home/u/data/x.csv");
        return new Hints.Circumstances(
                "/work",
                heldBack,
                debugged,
                "/home/u",
                there::contains,
                true,
                port -> port == 29500,
                "/home/u"::equals);
    }

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final List<Change> changes = new ArrayList<>();
    private RunState state = RunState.begin(START);

    @Test
    void aTerminalShowsOneLineForEachPod() {
        example();

        assertThat(LiveView.lines(state, START.plusSeconds(75), new TerminalSize(60, 24)))
                .containsExactly(
                        "mnist  Failed  1 running of 3  1m15s",
                        "  node-0-0  Running     1m14s   30%   epoch 3/10 loss 0.5",
                        "  node-0-1  Failed (exit code 3)  2.0s    started again 2x",
                        "  node-0-2  CreateContainerConfigError");
    }

    @Test
    void aTerminalIsNeverOverflown() {
        take(new RunEvent.JobObserved(START, job(JobPhase.RUNNING)));
        IntStream.range(0, 64)
                .forEach(i -> take(new RunEvent.PodObserved(
                        START,
                        pod(
                                i,
                                i == 60 ? "Failed" : "Running",
                                container(ContainerSnapshot.State.RUNNING, "", null, 0)))));
        take(new RunEvent.OutputWritten(START, "60", "x".repeat(300) + "\u001b[31m\t", Optional.empty()));

        List<String> lines = LiveView.lines(state, START, new TerminalSize(40, 12));

        assertThat(lines).hasSize(8).allSatisfy(line -> assertThat(line).hasSizeLessThan(40));
        assertThat(lines.get(1)).startsWith("  node-0-60  Failed");
        assertThat(lines.get(7)).isEqualTo("  ... and 58 more pods");
    }

    private Change written(String line) {
        PodSnapshot pod = state.pods().get("0").snapshot();
        return Change.ofOutput(START, pod, pod.name(), "node", line, Optional.empty());
    }

    @Test
    void aPipeGetsOneLineForEachChange() {
        example();
        changes.add(written("hello"));
        changes.add(Change.ofRun(START.plusSeconds(3700), "Stopped", "", "stopping", Optional.empty()));

        assertThat(changes.stream().map(change -> TextLines.line(START, change, false)))
                .containsExactly(
                        "[  0.0s] TrainJob mnist: Pending",
                        "[  1.0s] Pod mnist-node-0-0-abcde: Running",
                        "[  1.0s] Pod mnist-node-0-1-abcde: Running",
                        "[  1.0s] Pod mnist-node-0-2-abcde: CreateContainerConfigError (no command)",
                        "[  3.0s] Pod mnist-node-0-1-abcde: Failed, exit code 3 (Error)",
                        "[  3.0s] warning: TrainJob mnist: it is bad (Bad)",
                        "[  4.0s] TrainJob mnist: Failed (FailedJobs: one failed)",
                        "mnist-node-0-0-abcde | hello",
                        "[ 1h01m] stopping");
    }

    @Test
    @DisplayName("what others wrote has no codes for terminals in it; lines of logs stay as they are (LOCAL-252)")
    void textsOfOthers() {
        take(new RunEvent.JobObserved(START, job(JobPhase.RUNNING)));
        take(new RunEvent.PodObserved(
                START, pod(0, "Running", container(ContainerSnapshot.State.RUNNING, "", null, 0))));
        take(new RunEvent.OutputWritten(
                START, "0", "\u001b]52;c;Y3VybA==\u0007\u001b[2K\u001b[1mepoch 1\u009b3A", Optional.empty()));
        take(new RunEvent.WarningRecorded(START, "Pod a", "Failed", "\u001b[2Jbad\u001b]0;title\u0007"));
        Change output = written("\u001b[2Jline");

        assertThat(LiveView.lines(state, START, new TerminalSize(60, 24)))
                .last()
                .isEqualTo("  node-0-0  Running     0.0s    epoch 1");
        assertThat(TextLines.line(START, changes.get(changes.size() - 1), false))
                .endsWith("warning: Pod a: bad (Failed)");
        assertThat(TextLines.line(START, output, false)).endsWith("| \u001b[2Jline");
    }

    @Test
    void aProgramGetsOneJsonObjectForEachChange() {
        example();

        assertThat(changes.stream().map(JsonLines::line).skip(3).limit(3))
                .containsExactly(
                        "{\"ts\":\"2026-01-02T03:04:06Z\",\"type\":\"pod\",\"trainJob\":\"mnist\",\"rjob\":\"node\","
                                + "\"pod\":\"mnist-node-0-2-abcde\",\"container\":\"node\","
                                + "\"phase\":\"CreateContainerConfigError\",\"reason\":\"CreateContainerConfigError\","
                                + "\"message\":\"no command\",\"restart\":0}",
                        "{\"ts\":\"2026-01-02T03:04:08Z\",\"type\":\"pod\",\"trainJob\":\"mnist\",\"rjob\":\"node\","
                                + "\"pod\":\"mnist-node-0-1-abcde\",\"container\":\"node\",\"phase\":\"Failed\","
                                + "\"reason\":\"Error\",\"restart\":2,\"exitCode\":3}",
                        "{\"ts\":\"2026-01-02T03:04:08Z\",\"type\":\"warning\",\"subject\":\"TrainJob mnist\","
                                + "\"reason\":\"Bad\",\"message\":\"it is bad\"}");
    }

    @Test
    void theFinalTableHasExitCodesAndLogs() {
        example();

        assertThat(FinalTable.lines(
                        state,
                        START.plusSeconds(5),
                        200,
                        pod -> "logs/" + pod.snapshot().index()))
                .containsExactly(
                        "POD                   STATE                       EXIT CODE  RESTARTS  TIME  LOG",
                        "mnist-node-0-0-abcde  Running                     -          0         4.0s  logs/0",
                        "mnist-node-0-1-abcde  Failed                      3          2         2.0s  logs/1",
                        "mnist-node-0-2-abcde  CreateContainerConfigError  -          0         -     logs/2");
        assertThat(FinalTable.lines(RunState.begin(START), START, 200, pod -> ""))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "on a terminal of 40 columns the table at the end has short names, and the command that shows the logs (LOCAL-213)")
    void aNarrowTerminalGetsANarrowTable() {
        example();

        assertThat(FinalTable.lines(state, START.plusSeconds(5), 40, pod -> "logs/of/a/long/path"))
                .containsExactly(
                        "POD       CODE  TIME  STATE",
                        "node-0-0  -     4.0s  Running",
                        "node-0-1  3     2.0s  Failed",
                        "node-0-2  -     -     CreateContainer...",
                        "logs: trainyard logs");
    }

    @Test
    @DisplayName(
            "where pods took each other's place the table says which attempt each was, as logs --attempt counts (LOCAL-135)")
    void attemptsAreNumbered() {
        example();
        take(new RunEvent.PodObserved(
                START.plusSeconds(4), pod("9", 1, "Failed", container(ContainerSnapshot.State.ENDED, "Error", 1, 0))));

        assertThat(FinalTable.lines(state, START.plusSeconds(5), 200, pod -> "l"))
                .containsExactly(
                        "POD                   ATTEMPT  STATE                       EXIT CODE  RESTARTS  TIME  LOG",
                        "mnist-node-0-0-abcde  1        Running                     -          0         4.0s  l",
                        "mnist-node-0-1-abcde  3        Failed                      3          2         2.0s  l",
                        "mnist-node-0-1-abcde  4        Failed                      1          0         0.0s  l",
                        "mnist-node-0-2-abcde  1        CreateContainerConfigError  -          0         -     l");
        assertThat(FinalTable.lines(state, START.plusSeconds(5), 60, pod -> "logs/of/a/long/path"))
                .startsWith("POD       ATTEMPT  CODE  TIME  STATE", "node-0-0  1        -     4.0s  Running");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0s",
        "4210, 4.2s",
        "59999, 59.9s",
        "192000, 3m12s",
        "7500000, 2h05m",
        "273600000, 3d4h",
        "-3600000, 0.0s"
    })
    void durationsHaveTwoUnits(long millis, String text) {
        assertThat(Durations.text(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1; ModuleNotFoundError: No module named 'torch'; the Python that ran has no module torch",
                "1; ModuleNotFoundError: No module named 'mine'; the module mine is in /home/u/src, where Python does not look for it: write PYTHONPATH=/home/u/src before the command",
                "128; exec: \"torchrun\": no such program on this machine.; torchrun is not installed on this machine, or not in the PATH: it comes with PyTorch",
                "1; /usr/bin/python3: No module named torch.distributed.run; the Python that ran has no module torch.distributed.run: install it there",
                "127; sh: 1: frobnicate: not found; frobnicate is not installed on this machine",
                "128; exec: \"python3\": no such program on this machine.; python3 is not installed on this machine, or not in the PATH: install Python 3",
                "2; python3: can't open file '/w/train.py': [Errno 2] No such file; /w/train.py does not exist; programs start in /work",
                "1; FileNotFoundError: [Errno 2] No such file or directory: '/data/x.csv'; none",
                "1; FileNotFoundError: [Errno 2] No such file or directory: '/tmp/mine.csv'; pods have a /tmp of their own, in which /tmp/mine.csv of this machine is not: put it elsewhere",
                "1; FileNotFoundError: [Errno 2] No such file or directory: '/tmp/other.csv'; none",
                "1; FileNotFoundError: [Errno 2] No such file or directory: '/workspace/x.pt'; pods have a /workspace of their own",
                "1; FileNotFoundError: [Errno 2] No such file or directory: 'data/x.csv'; data/x.csv is in /home/u, but programs start in /work: --workdir . starts them here",
                "1; FileNotFoundError: [Errno 2] No such file or directory: 'data/y.csv'; none",
                "1; ImportError: attempted relative import with no known parent package; the script is a module of a package",
                "2; train.py: error: the following arguments are required: --lr; arguments of the program stand behind --, as in: trainyard run train.py -- --lr 0.1",
                "1; The server socket has failed to bind to [::]:29500 (errno: 98 - Address already in use).; another program uses port 29500",
                "1; The server socket has failed to bind to 127.0.0.1:29501 (errno: 98 - Address already in use).; a port that the program wants was in use, 29501, which is free now: nodes",
                "1; OSError: [Errno 98] Address already in use; a port that the program wants was in use: nodes of a job share the ports",
                "1; OSError: [Errno 28] No space left on device; nothing fits into /home/u any more: remove something there",
                "1; RuntimeError: unable to write to file </torch_12_3_4>: No space left on device (28); shared memory (/dev/shm)",
                "126; sh: 1: ./x: Permission denied; the file is there but may not be executed",
                "137; Killed; the process was killed (SIGKILL): \"dmesg\" says",
                "139; ; it crashed in native code (SIGSEGV)",
                "1; traceback : Signal 11 (SIGSEGV) received by PID 7; it crashed in native code (SIGSEGV)",
                "1; AssertionError: Torch not compiled with CUDA enabled; the program wants CUDA",
                "1; traceback : Signal 9 (SIGKILL) received by PID 7; the process was killed (SIGKILL)",
                "1; torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB; the GPU has too little memory for this: take a smaller batch; --set-env",
                "1; RuntimeError: Distributed package doesn't have NCCL built in; NCCL needs GPUs; without them use the back-end gloo: init_process_group(\"gloo\")",
                "1; RuntimeError: nccl2 requires at least one CUDA device; NCCL needs GPUs; without them use the back-end gloo: init_process_group(\"gloo\")",
                "1; ValueError: Number of processes must be defined.; jax.distributed.initialize() finds its group by itself where Open MPI starts it: --framework mpi --nproc 2 does",
                "1; ValueError: coordinator_address should be defined.; jax.distributed.initialize() finds its group by itself",
                "1; torch.distributed.DistBackendError: NCCL error: Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 1000; NCCL wants a GPU for each rank",
                "1; KeyError: 'MY_PATH'; --set-env MY_PATH passes it on",
                "1; KeyError: 'loss'; none",
                "1; bdb.BdbQuit; breakpoint() found nobody to talk to: --debug 0 connects it",
                "1; EOFError: EOF when reading a line; programs of a run have no standard input: --debug 0 lets rank 0 read what you type"
            })
    @DisplayName("a hint says what to do about well-known last words (LOCAL-241, LOCAL-285)")
    void aHintSaysWhatToDo(int code, @org.jspecify.annotations.Nullable String line, String hint) {
        ContainerSnapshot container = container(ContainerSnapshot.State.ENDED, "Error", code, 0);
        RunState.FirstFailure firstFailure = new RunState.FirstFailure(pod(0, "Failed", container), container);

        assertThat(Hints.of(firstFailure, List.of("before", String.valueOf(line)), HERE)
                        .orElse("none"))
                .startsWith(hint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a: ",
                "No such file or directory",
                "cannot access'",
                "KeyError: 'A",
                "exec: \"",
                "./",
                "((((",
                "\u001b["
            })
    @DisplayName("a last line of a megabyte gives its hint, or none, within seconds (LOCAL-241)")
    void aHintKeepsNobodyWaiting(String unit) {
        ContainerSnapshot container = container(ContainerSnapshot.State.ENDED, "Error", 127, 0);
        RunState.FirstFailure firstFailure = new RunState.FirstFailure(pod(0, "Failed", container), container);
        List<String> lines = List.of(unit.repeat(1_000_000 / unit.length()));

        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Hints.of(firstFailure, lines, HERE));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "KeyError: 'RANK'; trainyard run ddp/train.py --nproc 2 starts it as a group of two: it is made for torchrun, which sets RANK",
                "ValueError: Error initializing torch.distributed using env:// rendezvous: environment variable LOCAL_RANK expected, but not set; trainyard run ddp/train.py --nproc 2 starts",
                "You set `devices=2` and `num_nodes=1` in Lightning, but the product (2 * 1) does not match the world size (1).; --nproc 2 --nodes 1 starts as many"
            })
    @DisplayName("a program that misses its group is told how to start one (LOCAL-361)")
    void aProgramThatMissesItsGroup(String line, String hint) {
        ContainerSnapshot container = container(ContainerSnapshot.State.ENDED, "Error", 1, 0);
        RunState.FirstFailure firstFailure = new RunState.FirstFailure(pod(0, "Failed", container), container);

        assertThat(Hints.of(firstFailure, List.of("  File \"/home/u/ddp/train.py\", line 7, in <module>", line), HERE)
                        .orElse("none"))
                .startsWith(hint);
    }

    @Test
    @DisplayName("that a disk is full is said only of one that is (LOCAL-241)")
    void aDiskThatHasSpaceIsNotCalledFull() {
        ContainerSnapshot container = container(ContainerSnapshot.State.ENDED, "Error", 1, 0);
        RunState.FirstFailure firstFailure = new RunState.FirstFailure(pod(0, "Failed", container), container);
        Hints.Circumstances roomy = new Hints.Circumstances(
                "/work", Set.of(), false, "/home/u", path -> false, true, port -> false, folder -> false);

        assertThat(Hints.of(firstFailure, List.of("OSError: [Errno 28] No space left on device"), roomy))
                .contains("a disk that the program wrote to was full: \"df -h\" and \"df -i\" show which");
    }

    @Test
    @DisplayName("a path of another line is not the file that is missing (LOCAL-285)")
    void aPathOfAnotherLine() {
        ContainerSnapshot container = container(ContainerSnapshot.State.ENDED, "Error", 1, 0);
        RunState.FirstFailure firstFailure = new RunState.FirstFailure(pod(0, "Failed", container), container);

        assertThat(Hints.of(
                        firstFailure,
                        List.of("[Errno 2] No such file or directory: 'x.csv'", "File \"/data/train.py\", line 2"),
                        HERE))
                .isEmpty();
    }

    @Test
    @DisplayName("who has left the debugger is told so, and not that there is one (LOCAL-242)")
    void theDebuggerWasLeft() {
        ContainerSnapshot container = container(ContainerSnapshot.State.ENDED, "Error", 1, 0);
        RunState.FirstFailure firstFailure = new RunState.FirstFailure(pod(0, "Failed", container), container);

        assertThat(Hints.of(firstFailure, List.of("bdb.BdbQuit"), circumstances(Set.of(), true)))
                .contains("you left the debugger, and that ends the program; c lets it go on");
        assertThat(Hints.of(firstFailure, List.of("EOFError: EOF when reading a line"), circumstances(Set.of(), true)))
                .contains("its input ended before the program had read what it wanted; with -d it has none");
    }

    @Test
    @DisplayName("of a container that could not be started, the exit code says nothing (LOCAL-240)")
    void aContainerThatNeverRanWasNotKilled() {
        ContainerSnapshot container = new ContainerSnapshot(
                "node",
                false,
                ContainerSnapshot.State.ENDED,
                "CreateContainerError",
                "container node has no command, and what its image x would run is unknown",
                Optional.of(128),
                0,
                "");
        RunState.FirstFailure firstFailure = new RunState.FirstFailure(pod(0, "Failed", container), container);

        assertThat(Hints.of(firstFailure, List.of(), HERE)).contains("set spec.trainer.command");
    }

    @Test
    void nothingIsHintedAtWhenNothingIsKnown() {
        ContainerSnapshot container = container(ContainerSnapshot.State.ENDED, "Error", 1, 0);
        RunState.FirstFailure firstFailure = new RunState.FirstFailure(pod(0, "Failed", container), container);

        assertThat(Hints.of(firstFailure, List.of("FileNotFoundError: No such file or directory: '/else/x'"), HERE))
                .isEmpty();
    }

    private void example() {
        take(new RunEvent.JobObserved(START, job(JobPhase.PENDING)));
        Instant second = START.plusSeconds(1);
        ContainerSnapshot running = container(ContainerSnapshot.State.RUNNING, "", null, 0);
        take(new RunEvent.PodObserved(second, pod(0, "Running", running)));
        take(new RunEvent.PodObserved(second, pod(1, "Running", running)));
        take(new RunEvent.PodObserved(
                second,
                pod(2, "Pending", container(ContainerSnapshot.State.WAITING, "CreateContainerConfigError", null, 0))));
        take(new RunEvent.OutputWritten(second, "0", "epoch 3/10 loss 0.5", Optional.of(30)));
        take(new RunEvent.PodObserved(
                START.plusSeconds(3), pod(1, "Failed", container(ContainerSnapshot.State.ENDED, "Error", 3, 2))));
        take(new RunEvent.WarningRecorded(START.plusSeconds(3), "TrainJob mnist", "Bad", "it is bad"));
        take(new RunEvent.JobObserved(START.plusSeconds(4), job(JobPhase.FAILED)));
    }

    private void take(RunEvent event) {
        Progress.Step step = Progress.apply(state, event);
        state = step.state();
        changes.addAll(step.changes());
    }

    private static JobSnapshot job(JobPhase phase) {
        boolean failed = phase == JobPhase.FAILED;
        return new JobSnapshot(
                "default/mnist",
                phase,
                failed ? "FailedJobs" : "",
                failed ? "one failed" : "",
                List.of(),
                Optional.empty());
    }

    private static PodSnapshot pod(int index, String phase, ContainerSnapshot container) {
        return pod(Integer.toString(index), index, phase, container);
    }

    private static PodSnapshot pod(String uid, int index, String phase, ContainerSnapshot container) {
        return new PodSnapshot(
                uid,
                "default",
                "mnist-node-0-" + index + "-abcde",
                "default/mnist",
                "node",
                0,
                index,
                0,
                phase,
                "",
                "",
                false,
                1,
                List.of(container));
    }

    private static ContainerSnapshot container(
            ContainerSnapshot.State state,
            String reason,
            @org.jspecify.annotations.Nullable Integer code,
            long restarts) {
        String message = reason.equals("CreateContainerConfigError") ? "no command" : "";
        return new ContainerSnapshot("node", false, state, reason, message, Optional.ofNullable(code), restarts, "");
    }
}
