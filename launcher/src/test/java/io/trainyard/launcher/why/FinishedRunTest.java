package io.trainyard.launcher.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobState;
import io.trainyard.core.why.Causes;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.folder.KeptCause;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.spi.model.TrainJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("OPS-104: why a local run that is over ended as it did")
final class FinishedRunTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:10:00Z");

    @TempDir
    private Path folder;

    private RunFolder run = new RunFolder(Path.of("."));

    @BeforeEach
    void makeRun() throws IOException {
        run = new RunFolder(folder.resolve("20260105-100000-bert"));
        Files.createDirectories(run.objects());
    }

    private void object(String name, String yaml) throws IOException {
        Files.writeString(run.objects().resolve(name), yaml);
    }

    private void bert() throws IOException {
        object(
                "trainjob-bert.yaml",
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: bert, namespace: default, uid: u1, creationTimestamp: "2026-01-05T10:00:00Z"}
                spec: {runtimeRef: {name: torch-distributed}}
                status: {phase: Failed, conditions: [{type: Failed, status: "True", reason: FailedJobs, message: no}]}
                """);
        object(
                "jobset-bert.yaml",
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: bert, namespace: default, uid: u2}
                spec: {replicatedJobs: [{name: node, replicas: 1, template: {spec: {parallelism: 2}}}]}
                """);
        object(
                "pod-bert-node-0-1-xxxxx.yaml",
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: bert-node-0-1-xxxxx
                  labels: {jobset.sigs.k8s.io/jobset-name: bert, jobset.sigs.k8s.io/replicatedjob-name: node, batch.kubernetes.io/job-completion-index: "1"}
                spec: {containers: [{name: node, resources: {limits: {cpu: 1}}}]}
                status: {phase: Failed, containerStatuses: [{name: node, state: {terminated: {exitCode: 3, finishedAt: "2026-01-05T10:04:00Z"}}}]}
                """);
        Path logs = Files.createDirectories(run.pods().resolve("bert-node-0-1-xxxxx/logs"));
        Files.writeString(logs.resolve("node.log"), "one\ntwo\n");
    }

    @Test
    @DisplayName("the first failing container comes with the last lines of its log")
    void fromObjectsAndLogs() throws IOException {
        bert();

        JobObjects objects = FinishedRun.read(run, Optional.empty(), NOW);

        Cause cause = Causes.of(objects);
        assertThat(cause.kind()).isEqualTo(Cause.Kind.CONTAINER_FAILED);
        FailedContainer failed = cause.failure().orElseThrow();
        assertThat(failed.node()).isEqualTo(1);
        assertThat(failed.exitCode()).isEqualTo(3);
        assertThat(failed.lastLines()).isEqualTo(List.of("one", "two"));
    }

    @Test
    @DisplayName("a whole number where a text or a number may stand is read (LOCAL-231)")
    void numbersThatMayBeTexts() throws IOException {
        bert();
        object(
                "trainjob-bert.yaml",
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: bert, namespace: default, uid: u1, creationTimestamp: "2026-01-05T10:00:00Z"}
                spec: {runtimeRef: {name: torch-distributed}, trainer: {numProcPerNode: 4}}
                """);

        TrainJob read = FinishedRun.read(run, Optional.empty(), NOW).trainJob();

        assertThat(read.getSpec().trainer().numProcPerNode().getIntVal()).isEqualTo(4);
    }

    @Test
    @DisplayName(
            "of a TrainJob of a service that nobody followed, the error that the others follow from is named also if another pod ended first, and where more of it stands (LOCAL-231)")
    void theErrorThatMatters() throws IOException {
        bert();
        object(
                "pod-bert-node-0-0-yyyyy.yaml",
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: bert-node-0-0-yyyyy
                  labels: {jobset.sigs.k8s.io/jobset-name: bert, jobset.sigs.k8s.io/replicatedjob-name: node, batch.kubernetes.io/job-completion-index: "0"}
                spec: {containers: [{name: node}]}
                status: {phase: Failed, containerStatuses: [{name: node, state: {terminated: {exitCode: 1, finishedAt: "2026-01-05T10:03:59Z"}}}]}
                """);
        Files.writeString(
                Files.createDirectories(run.pods().resolve("bert-node-0-0-yyyyy/logs"))
                        .resolve("node.log"),
                "Traceback (most recent call last):\n  File \"t.py\", line 5\nRuntimeError: Connection closed by peer\n");
        Files.writeString(
                run.pods().resolve("bert-node-0-1-xxxxx/logs/node.log"),
                "step 1\nTraceback (most recent call last):\n  File \"t.py\", line 9\nRuntimeError: nan loss in shard 1\n"
                        + "Traceback (most recent call last):\n  File \"torchrun\", line 1\ntorch.errors.ChildFailedError: \n");

        Cause cause = Causes.of(FinishedRun.ofService(run, FinishedRun.read(run, Optional.empty(), NOW)));

        assertThat(cause.message())
                .isEqualTo("the first to fail was container node of pod bert-node-0-1-xxxxx with exit code 3");
        assertThat(cause.failure().orElseThrow().lastLines())
                .containsExactly(
                        "Traceback (most recent call last):",
                        "  File \"t.py\", line 9",
                        "RuntimeError: nan loss in shard 1");
        assertThat(cause.advice()).isEqualTo("read all that it wrote: trainyard logs service/default/bert node-0-1");
    }

    @Test
    @DisplayName(
            "the error is found, too, where its pod was stopped and is gone because another one ended sooner (LOCAL-231)")
    void theErrorOfAPodThatIsGone() throws IOException {
        bert();
        Files.writeString(
                run.pods().resolve("bert-node-0-1-xxxxx/logs/node.log"),
                "Traceback (most recent call last):\n  File \"t.py\", line 5\nRuntimeError: Connection closed by peer\n");
        Files.writeString(
                Files.createDirectories(run.pods().resolve("bert-node-0-0-abcde/logs"))
                        .resolve("node.log"),
                "Traceback (most recent call last):\n  File \"t.py\", line 9\nRuntimeError: nan loss in shard 0\n");

        Cause cause = Causes.of(FinishedRun.ofService(run, FinishedRun.read(run, Optional.empty(), NOW)));

        assertThat(cause.message()).isEqualTo("the first to fail was container node of pod bert-node-0-0-abcde");
        assertThat(cause.failure().orElseThrow().lastLines()).contains("RuntimeError: nan loss in shard 0");
        assertThat(cause.advice()).isEqualTo("read all that it wrote: trainyard logs service/default/bert node-0-0");
    }

    private RunStatus status(RunStatus.Phase phase, String by) {
        return new RunStatus(
                        List.of("bert"),
                        RunStatus.Phase.RUNNING,
                        NOW,
                        Optional.empty(),
                        Optional.empty(),
                        ProcessIdentity.ofThisProcess(),
                        "",
                        "")
                .ended(phase, NOW, 130, by);
    }

    @Test
    @DisplayName("what the run found at its end is told in the same words, with the same hint (LOCAL-231)")
    void whatTheRunFound() throws IOException {
        bert();
        FailedContainer failed = new FailedContainer(
                "node", 1, "bert-node-0-1-xxxxx", "node", 139, "killed by SIGSEGV", Optional.empty(), List.of("one"));
        Cause found = new Cause(
                Cause.Kind.CONTAINER_FAILED,
                "the first to fail was rank 1",
                List.of("The same in node-0-0."),
                "it crashed",
                Optional.of(failed));
        new KeptCause(found, " node-0-1", NOW).write(run, "default/bert");

        Cause cause = Causes.of(FinishedRun.read(run, Optional.empty(), NOW));

        assertThat(cause)
                .isEqualTo(new Cause(
                        found.kind(),
                        found.message(),
                        found.evidence(),
                        "it crashed; all that it wrote: trainyard logs 20260105-100000-bert node-0-1",
                        found.failure()));
        assertThat(Causes.of(FinishedRun.ofService(run, FinishedRun.read(run, Optional.empty(), NOW)))
                        .message())
                .as("of a service")
                .isEqualTo(found.message());
    }

    @Test
    @DisplayName("of a service, what was found of an earlier TrainJob of the name is not told of this one")
    void whatWasFoundOfAnEarlierOne() throws IOException {
        bert();
        Cause found = Cause.of(Cause.Kind.CONTAINER_FAILED, "an old story", List.of(), "");
        new KeptCause(found, "", Instant.parse("2026-01-05T09:59:59Z")).write(run, "default/bert");

        Cause cause = Causes.of(FinishedRun.ofService(run, FinishedRun.read(run, Optional.empty(), NOW)));

        assertThat(cause.message()).isNotEqualTo("an old story");
    }

    @Test
    @DisplayName("of a run that was stopped it is told by whom, whatever its programs ended with (LOCAL-231)")
    void whoStoppedIt() throws IOException {
        bert();
        run.write(status(RunStatus.Phase.STOPPED, "Ctrl-C"));

        Cause cause = Causes.of(FinishedRun.read(run, Optional.empty(), NOW));

        assertThat(cause)
                .isEqualTo(Cause.of(Cause.Kind.STOPPED, "it was stopped by Ctrl-C; it has not failed", List.of(), ""));
        assertThat(cause.kind().isProblem()).isFalse();
        assertThat(cause.stateText(JobState.RUNNING)).isEqualTo("Stopped");
        assertThat(run.read().orElseThrow().liveText()).isEqualTo("Stopped by Ctrl-C");
    }

    @Test
    @DisplayName("of a run that was killed by a second Ctrl-C, too, although it has left no objects")
    void whoKilledIt() throws IOException {
        Files.delete(run.objects());
        Files.writeString(
                run.input(),
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: bert, namespace: default}}");
        run.write(status(RunStatus.Phase.STOPPED, "Ctrl-C"));

        assertThat(Causes.of(FinishedRun.read(run, Optional.empty(), NOW)).kind())
                .isEqualTo(Cause.Kind.STOPPED);
    }

    @Test
    @DisplayName("of several TrainJobs one has to be named; a run that was cut off says so")
    void whichOne() throws IOException {
        assertThatThrownBy(() -> FinishedRun.read(run, Optional.empty(), NOW))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("was cut off before it wrote down its objects");
        bert();
        object(
                "trainjob-other.yaml",
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: other, namespace: default}}");
        assertThatThrownBy(() -> FinishedRun.read(run, Optional.empty(), NOW))
                .hasMessage("say which TrainJob with --trainjob; it has bert, other");
        assertThatThrownBy(() -> FinishedRun.read(run, Optional.of("nope"), NOW))
                .hasMessage("the run 20260105-100000-bert has no TrainJob nope; it has bert, other");
        assertThat(FinishedRun.read(run, Optional.of("other"), NOW)
                        .trainJob()
                        .getMetadata()
                        .getName())
                .isEqualTo("other");
    }
}
