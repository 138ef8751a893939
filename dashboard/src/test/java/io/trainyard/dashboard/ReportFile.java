package io.trainyard.dashboard;

import io.trainyard.core.view.NoteView;
import io.trainyard.dashboard.report.JobReport;
import io.trainyard.dashboard.report.ReportPage;
import io.trainyard.dashboard.view.JobKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Writes a report of a made-up job to a file. */
final class ReportFile {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private ReportFile() {}

    static URI of(SampleViews views, JobKey key, Instant now) throws IOException {
        JobReport report = new JobReport(
                views.job(key).await().atMost(LIMIT).orElseThrow().detail(),
                List.of(new NoteView("trace", "its trace", "https://trace.example/1")),
                views.metrics(key).await().atMost(LIMIT),
                views.spec(key).await().atMost(LIMIT).orElseThrow(),
                List.of(new JobReport.LogTail("broken-node-0-1", "node", views.log())),
                Set.of(),
                now,
                "0.1.0");
        Path file = Path.of("target/report.html").toAbsolutePath();
        Files.createDirectories(file.getParent());
        Files.writeString(file, ReportPage.of(report));
        return file.toUri();
    }
}
