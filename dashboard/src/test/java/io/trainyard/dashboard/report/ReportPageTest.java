package io.trainyard.dashboard.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.trainyard.core.view.JobDetail;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.NoteView;
import io.trainyard.dashboard.Rows;
import io.trainyard.dashboard.SampleViews;
import io.trainyard.dashboard.report.JobReport.LogTail;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobMetrics;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.JobSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A report (OPS-116)")
final class ReportPageTest {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private final SampleViews views = new SampleViews(Rows.NOW);

    @Test
    void holdsEverythingThatThePageShowsOfTheJob() {
        String file =
                ReportPage.of(report("broken", List.of(new LogTail("broken-node-0-1", "node", List.of("last words")))));

        assertThat(missing(
                        file, "broken", "Failed", "Rank 1 ran out of GPU memory", "exit code 1", "Use a smaller batch"))
                .isEmpty();
        assertThat(missing(file, "Timeline", "attempt 2", "gpu-node-1")).isEmpty();
        assertThat(missing(file, "class=\"mark\"", "first training step reported at 2"))
                .as("OPS-122")
                .isEmpty();
        assertThat(missing(file, "train/loss", "<polyline", "seconds for a step"))
                .isEmpty();
        assertThat(missing(file, "FailedScheduling", "Insufficient nvidia.com/gpu"))
                .isEmpty();
        assertThat(missing(file, "last words")).isEmpty();
        assertThat(missing(
                        file,
                        "TrainJob, as written",
                        "Became: JobSet",
                        "# runtime",
                        "parallelism: 2<span class=\"from\">   # TrainJob"))
                .isEmpty();
        assertThat(missing(file, "mpi: Launcher is node-0")).isEmpty();
    }

    @Test
    void aHostileLogOfAMegabyteCostsLittle() {
        JobReport hostile =
                report("broken", List.of(new LogTail("broken-node-0-1", "node", List.of("eyJ-".repeat(250_000)))));

        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> ReportPage.of(hostile));
    }

    @Test
    void needsNoOtherFileAndRunsNothing() {
        String file = ReportPage.of(report("bert", List.of()));

        assertThat(present(file, "<script", " src=", "<link", "<iframe", " style=", "@import", "url(", "javascript:"))
                .isEmpty();
        assertThat(missing(file, "default-src 'none'; style-src 'sha256-")).isEmpty();
    }

    @Test
    void holdsNoSecret() {
        String file = ReportPage.of(report(
                "bert",
                List.of(new LogTail(
                        "p", "c", List.of("cloning https://me:hunter2@git.example/x with ghp_" + "a".repeat(36))))));

        assertThat(missing(file, "HF_TOKEN", "git.example")).isEmpty();
        assertThat(present(file, "hunter2", "ghp_aaaa")).isEmpty();
    }

    @Test
    void ofNamesAndLinesOfAnEnemyOnlyTextIsLeft() {
        String file = ReportPage.of(report(
                "<img src=x onerror=alert(1)>",
                List.of(new LogTail(
                        "\"><script>alert(1)</script>",
                        "c",
                        List.of("\u001b[31m<b>\u0007\u202E" + "x".repeat(100_000))))));

        assertThat(missing(file, "&lt;img src=x onerror=alert(1)&gt;", "&lt;script&gt;", "bytes more"))
                .isEmpty();
        assertThat(present(file, "<img", "<script", "<b>", "\u001b", "\u0007", "\u202E"))
                .isEmpty();
        assertThat(ReportPage.fileName(report("../../<x>", List.of()))).matches("[A-Za-z0-9._-]+");
    }

    @Test
    void ofAJobOfWhichLittleIsKnownThereIsStillOne() {
        JobRow row = Rows.row("a", "new", JobState.CREATED);
        String file = ReportPage.of(new JobReport(
                new JobDetail(
                        row.summary(), List.of(), List.of(), List.of(), List.of(), List.of(), 0, Optional.empty()),
                List.of(new NoteView("acme", "a trace", "https://trace.example/1")),
                new JobMetrics(true, List.of(), List.of(), Optional.empty()),
                new JobSpec(Map.of(), Map.of(), List.of(), Map.of()),
                List.of(),
                Set.of("pods", "events"),
                Rows.NOW,
                "test"));

        assertThat(missing(
                        file,
                        "No pods are left or known",
                        "for lack of rights: events, pods",
                        "href=\"https://trace.example/1\""))
                .isEmpty();
        assertThat(present(file, "Metrics</h2>", "Spec</h2>")).isEmpty();
    }

    @Test
    void saysWhatTheJobSetHasThatTheRuntimeHasNot() {
        JobSpec spec = new JobSpec(
                Map.of("kind", "TrainJob"),
                Map.of(
                        "kind",
                        "TrainingRuntime",
                        "spec",
                        Map.of(
                                "template",
                                Map.of("spec", Map.of("a", 1, "b", List.of(Map.of("name", "x", "parts", 1)))))),
                List.of(Map.of(
                        "kind", "JobSet", "spec", Map.of("b", List.of(Map.of("name", "x", "parts", 2)), "a", 1))),
                Map.of());

        JobReport report = report("bert", List.of());
        String file = ReportPage.of(new JobReport(
                report.detail(), List.of(), report.metrics(), spec, List.of(), Set.of(), Rows.NOW, "test"));

        assertThat(missing(file, "class=\"del\">- ", "    parts: 1</span>", "class=\"add\">+ ", "    parts: 2</span>"))
                .isEmpty();
        assertThat(missing(file, "<span>  a: 1</span>")).isEmpty();
    }

    /** Those of the texts that a file lacks; the file itself would be too long for a message. */
    private static List<String> missing(String file, String... texts) {
        return Stream.of(texts).filter(text -> !file.contains(text)).toList();
    }

    private static List<String> present(String file, String... texts) {
        return Stream.of(texts).filter(file::contains).toList();
    }

    private JobReport report(String name, List<LogTail> logs) {
        JobRow row = Rows.row("team-a", name, name.equals("broken") ? JobState.FAILED : JobState.RUNNING);
        views.put(row);
        JobKey key = row.key();
        return new JobReport(
                views.job(key).await().atMost(LIMIT).orElseThrow().detail(),
                List.of(new NoteView("mpi", "Launcher is node-0", "")),
                views.metrics(key).await().atMost(LIMIT),
                views.spec(key).await().atMost(LIMIT).orElseThrow(),
                logs,
                Set.of(),
                Rows.NOW,
                "test");
    }
}
