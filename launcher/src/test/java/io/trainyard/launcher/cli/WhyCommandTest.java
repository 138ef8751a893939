package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NoteView;
import io.trainyard.foundation.json.Json;
import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.why.JobLookup;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainJobStatus;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("OPS-104: the command why")
final class WhyCommandTest {
    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();

    private CommandRun why(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "why";
        all[1] = "--state";
        all[2] = folder.toString();
        System.arraycopy(args, 0, all, 3, args.length);
        services.known = JobObjects.of(suspended(), Instant.parse("2026-01-05T10:10:00Z"));
        return CommandRun.of(services, all);
    }

    private static Cluster inNamespace(String name) {
        return new Cluster(Optional.empty(), Optional.empty(), Optional.of(name));
    }

    private static TrainJob suspended() {
        TrainJob job = new TrainJob();
        job.getMetadata().setName("bert");
        job.getMetadata().setNamespace("team-a");
        job.setSpec(new TrainJobSpec(
                null, null, null, Map.of(), Map.of(), List.of(), List.of(), List.of(), true, null, null, List.of()));
        job.setStatus(new TrainJobStatus(List.of(), List.of(), null, "Suspended", null, null, null, null, null));
        return job;
    }

    @Test
    @DisplayName("says the sentence, what proves it and what to do")
    void text() {
        CommandRun answer = why("bert", "-n", "team-a");

        assertThat(answer)
                .isEqualTo(new CommandRun(
                        0,
                        """
                        TrainJob bert (Suspended): it is suspended
                          spec.suspend is true
                        What to do: resume it: kubectl patch trainjob bert -n team-a --type merge -p '{"spec":{"suspend":false}}'
                        """,
                        ""));
        assertThat(services.asked).isEqualTo(inCluster(inNamespace("team-a"), "bert"));
    }

    @Test
    @DisplayName("-o json is one object with the same fields as the page has")
    void json() throws Exception {
        CommandRun answer = why("bert", "--kubeconfig", "/tmp/config", "-o", "json");

        assertThat(Json.parse(answer.out().getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Json.parse(
                        """
                        {"namespace": "team-a", "name": "bert", "state": "Suspended", "kind": "SuspendedByUser", "problem": false,
                         "message": "it is suspended", "evidence": ["spec.suspend is true"],
                         "advice": "resume it: kubectl patch trainjob bert -n team-a --type merge -p '{\\"spec\\":{\\"suspend\\":false}}'", "notes": []}
                        """
                                .getBytes(StandardCharsets.UTF_8)));
        assertThat(services.asked)
                .isEqualTo(inCluster(
                        new Cluster(Optional.of(Path.of("/tmp/config")), Optional.empty(), Optional.empty()), "bert"));
    }

    @Test
    @DisplayName(
            "OPS-160: all namespaces are looked in only where that is asked for, and never beside one that is named")
    void allNamespaces() {
        why("bert", "-A");
        assertThat(services.asked)
                .isEqualTo(new JobLookup.InCluster(
                        new Cluster(Optional.empty(), Optional.empty(), Optional.empty()),
                        true,
                        "bert",
                        Optional.empty()));
        why("bert", "--context", "work");
        assertThat(services.asked)
                .isEqualTo(inCluster(new Cluster(Optional.empty(), Optional.of("work"), Optional.empty()), "bert"));
        assertThat(why("bert", "--all-namespaces", "-n", "team-a"))
                .isEqualTo(new CommandRun(2, "", "--all-namespaces and --namespace exclude each other\n"));
        assertThat(why("-A").err()).isEqualTo("name the TrainJob of the cluster\n");
    }

    @Test
    @DisplayName("PIPE-93: plugins have their say after the advice, with links")
    void notes() {
        services.notes = List.of(
                new NoteView("volcano", "PodGroup bert waits: 2/4 tasks", ""),
                new NoteView("trace", "its trace", "https://trace.example/1"));

        assertThat(why("bert", "-n", "team-a").out())
                .endsWith(
                        """
                        volcano: PodGroup bert waits: 2/4 tasks
                        trace: its trace <https://trace.example/1>
                        """);
        assertThat(why("bert", "-n", "team-a", "-o", "json").out())
                .contains("{\"source\":\"trace\",\"text\":\"its trace\",\"link\":\"https://trace.example/1\"}");
    }

    @Test
    @DisplayName("what others wrote moves no cursor and sets no title; JSON has it escaped (LOCAL-252)")
    void textsOfOthers() {
        services.notes = List.of(new NoteView("volcano", "\u001b]0;title\u0007\u001b[2Jwaits\u001b[31m", ""));

        assertThat(why("bert", "-n", "team-a").out()).endsWith("\nvolcano: waits\n");
        assertThat(why("bert", "-n", "team-a", "-o", "json").out())
                .contains("\\u001B]0;title\\u0007\\u001B[2Jwaits")
                .doesNotContain("\u001b");
    }

    @Test
    @DisplayName("a local run of that name comes before a TrainJob of the cluster, unless a namespace is named")
    void localRun() {
        RunFolder run = StateFolder.at(folder).newRun(Clock.systemUTC(), "bert");
        run.write(new RunStatus(
                List.of("bert", "other"),
                RunStatus.Phase.COMPLETE,
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                ProcessIdentity.ofThisProcess(),
                "http://127.0.0.1:1",
                ""));

        why("bert");
        assertThat(services.asked).isEqualTo(new JobLookup.OfRun(run, Optional.of("bert")));
        why("latest", "--trainjob", "other");
        assertThat(services.asked).isEqualTo(new JobLookup.OfRun(run, Optional.of("other")));
        why("bert", "-n", "team-a");
        assertThat(services.asked).isInstanceOf(JobLookup.InCluster.class);
        why("elsewhere");
        assertThat(services.asked)
                .isEqualTo(inCluster(new Cluster(Optional.empty(), Optional.empty(), Optional.empty()), "elsewhere"));
    }

    private static JobLookup.InCluster inCluster(Cluster cluster, String name) {
        return new JobLookup.InCluster(cluster, false, name, Optional.empty());
    }
}
