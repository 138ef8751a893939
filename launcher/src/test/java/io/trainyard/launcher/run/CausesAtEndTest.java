package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.cli.run.Machines;
import io.trainyard.launcher.run.folder.KeptCause;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.Progress;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.local.kubelet.logs.PodLogs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run finds at its end, prints, and keeps for those who ask later. */
@DisplayName("The cause of a failed run (LOCAL-132, LOCAL-231)")
final class CausesAtEndTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:10:00Z");
    private static final String CRASH =
            """
            [default0]:ready 0
            [default1]:ready 1
            ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: -11) local_rank: 1 (pid: 7) of binary: python3
            Traceback (most recent call last):
              File "torch/distributed/run.py", line 766, in <module>
            torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\s
            ============================================================
            Root Cause (first observed failure):
            [0]:
              rank      : 1 (local_rank: 1)
              exitcode  : -11 (pid: 7)
              traceback : Signal 11 (SIGSEGV) received by PID 7
            """;

    @TempDir
    private Path folder;

    private final StringWriter screen = new StringWriter();

    private LocalRun.Request request() {
        return new LocalRun.Request(
                List.of(),
                List.of(),
                List.of(),
                "default",
                StateFolder.at(folder),
                Machines.in(folder),
                new LocalRun.Display(
                        new PrintWriter(screen, true),
                        new PrintWriter(screen, true),
                        LocalRun.Format.LINES,
                        LocalRun.Follow.ALL,
                        Optional.empty(),
                        false,
                        LocalRun.Page.NONE,
                        false),
                new LocalRun.Limits(Optional.empty(), false, Optional.empty()));
    }

    private PodLogs logs() {
        return new PodLogs(folder.resolve("pods"));
    }

    /** A run of one TrainJob with one pod, which has failed after it had written something. */
    private RunState failed(String name, String written) throws IOException {
        PodSnapshot pod = PodSnapshot.of(Tree.object(Yaml.parse(
                """
                metadata:
                  {name: NAME-node-0-0-abcde, namespace: default, uid: u-NAME, labels: {jobset.sigs.k8s.io/jobset-name: NAME, jobset.sigs.k8s.io/replicatedjob-name: node,
                   jobset.sigs.k8s.io/job-index: "0", batch.kubernetes.io/job-completion-index: "0"}}
                spec: {containers: [{name: node}]}
                status: {phase: Failed, containerStatuses: [{name: node, state: {terminated: {exitCode: 1, reason: Error, message: torchrun says something}}}]}
                """
                        .replace("NAME", name))));
        Path log = logs().folderFor(pod.namespace(), pod.name(), pod.uid()).log("node");
        Files.createDirectories(log.getParent());
        Files.writeString(log, written);
        RunState seen = Progress.apply(RunState.begin(NOW), new RunEvent.PodObserved(NOW, pod))
                .state();
        return Progress.apply(seen, new RunEvent.JobObserved(NOW, job(name, "Failed")))
                .state();
    }

    private static JobSnapshot job(String name, String condition) {
        return JobSnapshot.of(Tree.object(Yaml.parse("{metadata: {name: " + name
                + ", namespace: default}, status: {conditions: [{type: " + condition
                + ", status: \"True\", reason: FailedJobs}]}}")));
    }

    private Map<String, KeptCause> causes(RunState state) {
        return new CausesAtEnd(request(), state, Optional.of(logs()), NOW).of(RunOutcome.FAILED);
    }

    @Test
    @DisplayName("rank, signal, message and hint are printed at the end, and kept in the same words")
    void whatIsPrintedIsKept() throws IOException {
        RunState state = failed("crash", CRASH);
        RunFolder run = new RunFolder(folder.resolve("runs/20260105-crash"));

        Map<String, KeptCause> causes = causes(state);
        causes.get("default/crash").write(run, "default/crash");
        new FinalReport(request(), run, state, causes, Optional.of(logs()), NOW).print(RunOutcome.FAILED);

        KeptCause kept = KeptCause.read(run, "default/crash").orElseThrow();
        assertThat(kept).isEqualTo(causes.get("default/crash"));
        FailedContainer failure = kept.cause().failure().orElseThrow();
        assertThat(kept.cause().kind()).isEqualTo(Cause.Kind.CONTAINER_FAILED);
        assertThat(kept.cause().message())
                .isEqualTo(
                        "the first to fail was container node of pod crash-node-0-0-abcde, rank 1, ended by signal 11");
        assertThat(kept.cause().advice()).contains("SIGSEGV", "PYTHONFAULTHANDLER=1");
        assertThat(failure.exitCode()).isEqualTo(139);
        assertThat(failure.lastLines()).containsExactly("ready 1");
        assertThat(screen.toString())
                .contains("T" + kept.cause().message().substring(1) + "\nThe end of what it wrote:\n  ready 1\n")
                .contains("\nhint: " + kept.cause().advice() + "\n")
                .contains("\nAll that it wrote: trainyard logs crash node-0-0\n");
    }

    @Test
    @DisplayName("a message without a traceback is the cause; frames of the launcher are not shown in its place")
    void aMessage() throws IOException {
        RunState state = failed(
                "usage",
                "usage.py: error: the following arguments are required: --lr\n"
                        + CRASH.replaceFirst("(?s)^.*?ERROR", "ERROR").replace("-11", "2"));

        Cause cause = causes(state).get("default/usage").cause();

        assertThat(cause.message()).endsWith("abcde, rank 1, with exit code 2");
        assertThat(cause.failure().orElseThrow().lastLines())
                .containsExactly("usage.py: error: the following arguments are required: --lr");
        assertThat(cause.advice()).startsWith("arguments of the program stand behind --");
    }

    @Test
    @DisplayName("what ended without a word is said to have written nothing, and shows no frames of the launcher")
    void nothingWritten() throws IOException {
        Cause cause = causes(failed("silent", CRASH.replaceFirst("(?s)^.*?ERROR", "ERROR")))
                .get("default/silent")
                .cause();

        assertThat(cause.evidence()).contains("It has written nothing.");
        assertThat(cause.failure().orElseThrow().lastLines()).isEmpty();
    }

    @Test
    @DisplayName("a TrainJob that has ended well has no cause, nor has one that was stopped")
    void othersHaveNone() throws IOException {
        RunState failed = failed("crash", CRASH);
        RunState both = Progress.apply(failed, new RunEvent.JobObserved(NOW, job("other", "Complete")))
                .state();

        assertThat(causes(both)).containsOnlyKeys("default/crash");
        assertThat(new CausesAtEnd(request(), RunState.begin(NOW), Optional.empty(), NOW).of(RunOutcome.STOPPED))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "that ranks never met stands before what is said of a TrainJob that is complete, and is kept (LOCAL-370)")
    void thoseAloneAreTold() throws IOException {
        RunState state = Progress.apply(RunState.begin(NOW), new RunEvent.JobObserved(NOW, job("alone", "Complete")))
                .state();
        KeptCause alone = new KeptCause(
                Cause.of(Cause.Kind.WORLD_TOO_SMALL, "each of the 2 nodes trained for itself", List.of(), "join"),
                "",
                NOW);
        RunFolder run = new RunFolder(folder);
        alone.write(run, "default/alone");

        new FinalReport(request(), run, state, Map.of("default/alone", alone), Optional.empty(), NOW)
                .print(RunOutcome.COMPLETE);

        assertThat(screen.toString())
                .startsWith("\nEach of the 2 nodes trained for itself\nhint: join\n")
                .contains("TrainJob alone: Complete")
                .doesNotContain("not tried again");
        assertThat(KeptCause.read(run, "default/alone")).contains(alone);
    }

    @Test
    @DisplayName("who or what stopped a run is known: Ctrl-C, --timeout, trainyard stop, or just a signal")
    void whoStoppedIt() throws IOException {
        RunFolder run = new RunFolder(folder);

        assertThat(RunOutcome.STOPPED.by(run)).isEqualTo("Ctrl-C");
        assertThat(RunOutcome.TIMED_OUT.by(run)).isEqualTo("--timeout");
        assertThat(RunOutcome.TERMINATED.by(run)).isEqualTo("SIGTERM");
        Files.createFile(run.stopRequest());
        assertThat(RunOutcome.TERMINATED.by(run)).isEqualTo("trainyard stop");
        assertThat(RunOutcome.FAILED.by(run)).isEmpty();
    }
}
