package io.trainyard.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.view.NoteView;
import io.trainyard.launcher.cli.report.ReportMaker.Report;
import io.trainyard.launcher.cli.why.JobLookup;
import io.trainyard.launcher.render.PluginAnswers;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A report of a run that has ended is made from its folder (OPS-116)")
final class JobReporterTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-05T11:00:00Z"), ZoneOffset.UTC);

    @TempDir
    private Path folder;

    @Test
    void withLogsCurvesEventsRuntimeAndWhatPluginsTell() throws IOException {
        Report report = new JobReporter(
                        CLOCK,
                        (objects, runtime) -> new PluginAnswers(
                                List.of(new NoteView("mpi", "the launcher is pod x", "")),
                                Optional.of(new CompileTrace(
                                        Map.of("spec.replicatedJobs[node].replicas", "plugin mpi"), Map.of()))))
                .make(new JobLookup.OfRun(run(), Optional.empty()));

        assertThat(report.name()).isEqualTo("default-bert-report.html");
        assertThat(missing(
                        report.content(),
                        "<h1>bert",
                        "bert-node-0-0-x",
                        "CUDA out of memory",
                        ">loss <",
                        "FailedScheduling",
                        "Runtime torch-distributed",
                        "Became: JobSet bert",
                        "parallelism: 2<span class=\"from\">   # TrainJob",
                        "name: node<span class=\"from\">   # runtime",
                        "replicas: 1<span class=\"from\">   # plugin mpi",
                        "mpi: the launcher is pod x"))
                .isEmpty();
        assertThat(report.content()).doesNotContain("hunter2");
    }

    private static List<String> missing(String file, String... texts) {
        return Stream.of(texts).filter(text -> !file.contains(text)).toList();
    }

    private RunFolder run() throws IOException {
        RunFolder run = StateFolder.at(folder).newRun(CLOCK, "bert");
        run.write(new RunStatus(
                List.of("bert"),
                RunStatus.Phase.FAILED,
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                ProcessIdentity.ofThisProcess(),
                "http://127.0.0.1:1",
                ""));
        object(
                run,
                "trainjob",
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: bert, namespace: default, uid: u1, creationTimestamp: "2026-01-05T10:00:00Z"}
                spec:
                  runtimeRef: {name: torch-distributed}
                  trainer: {numNodes: 2, env: [{name: HF_TOKEN, value: hunter2}]}
                """);
        object(
                run,
                "jobset",
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: bert, namespace: default, uid: u2}
                spec: {replicatedJobs: [{name: node, replicas: 1, template: {spec: {parallelism: 2}}}]}
                """);
        object(
                run,
                "pod",
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: bert-node-0-0-x
                  namespace: default
                  uid: u3
                  creationTimestamp: "2026-01-05T10:00:01Z"
                  labels: {jobset.sigs.k8s.io/jobset-name: bert, jobset.sigs.k8s.io/replicatedjob-name: node}
                spec: {containers: [{name: node}]}
                status: {phase: Failed}
                """);
        object(
                run,
                "event",
                """
                apiVersion: v1
                kind: Event
                metadata: {name: e1, namespace: default}
                involvedObject: {kind: Pod, name: bert-node-0-0-x, uid: u3}
                reason: FailedScheduling
                message: no machine
                type: Warning
                lastTimestamp: "2026-01-05T10:00:02Z"
                """);
        object(
                run,
                "metrics",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: bert-metrics, namespace: default, ownerReferences: [{kind: TrainJob, name: bert, uid: u1}]}
                data: {metrics.json: '{"metrics": {"loss": [[1767607200, 2.5], [1767607260, 1.5]]}}'}
                """);
        object(
                run,
                "snapshot",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: bert-runtime-snapshot
                  namespace: default
                  ownerReferences: [{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: bert, uid: u1, controller: true}]
                data:
                  runtime: |
                    apiVersion: trainer.kubeflow.org/v1alpha1
                    kind: ClusterTrainingRuntime
                    metadata:
                      name: torch-distributed
                    spec:
                      template:
                        spec:
                          replicatedJobs:
                            - name: node
                              template:
                                spec:
                                  parallelism: 1
                """);
        Path logs = run.pods().resolve("bert-node-0-0-x").resolve("logs");
        Files.createDirectories(logs);
        Files.writeString(logs.resolve("node.log"), "step 1\n\u001b[31mCUDA out of memory\u001b[0m\n");
        return run;
    }

    private static void object(RunFolder run, String name, String yaml) throws IOException {
        Files.createDirectories(run.objects());
        Files.writeString(run.objects().resolve(name + ".yaml"), yaml);
    }
}
