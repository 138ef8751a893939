package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.LocalRun;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSight;
import io.trainyard.launcher.run.progress.PodSight;
import io.trainyard.launcher.run.progress.Progress;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.Durations;
import io.trainyard.launcher.run.view.FinalTable;
import io.trainyard.launcher.run.view.Hints;
import io.trainyard.launcher.run.view.JsonLines;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.logs.PodLogs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a user reads when a run has ended (LOCAL-97). Reads logs and prints, so it blocks. */
final class FinalReport {
    private static final int TAIL_LINES = 20;

    private final LocalRun.Request request;
    private final RunFolder folder;
    private final RunState state;
    private final Optional<PodLogs> logs;
    private final Instant now;

    /**
     * @param logs empty when the kubelet did not get that far
     * @param now when the run ended
     */
    FinalReport(LocalRun.Request request, RunFolder folder, RunState state, Optional<PodLogs> logs, Instant now) {
        this.request = request;
        this.folder = folder;
        this.state = state;
        this.logs = logs;
        this.now = now;
    }

    /** Prints it. */
    void print(End end) {
        switch (request.display().format()) {
            case LIVE, LINES -> {
                summary(end).forEach(request.display().out()::println);
                request.display().out().flush();
            }
            case JSON -> {
                request.display()
                        .out()
                        .println(JsonLines.line(Change.ofRun(
                                now,
                                end.phase().text(),
                                "",
                                String.join("; ", verdicts()),
                                Optional.of(end.exitCode()))));
                request.display().out().flush();
            }
            case QUIET -> {}
        }
        if (end == End.FAILED) {
            complaint(request.display().err());
        }
    }

    private List<String> summary(End end) {
        List<String> lines = new ArrayList<>();
        List<String> table = FinalTable.lines(state, now, pod -> logOf(pod.sight(), mainContainer(pod.sight())));
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table);
            lines.add("");
        }
        lines.addAll(verdicts());
        if (end == End.STOPPED || end == End.TIMED_OUT) {
            lines.add(end == End.STOPPED ? "The run was stopped." : "The run took too long and was stopped.");
        }
        lines.add("Everything about this run is in " + shown(folder.root()));
        return lines;
    }

    private List<String> verdicts() {
        return state.jobs().values().stream().map(this::verdict).toList();
    }

    private String verdict(JobSight job) {
        String took = Durations.text(Progress.between(state.started(), now));
        String because = job.phase() == JobPhase.FAILED && !job.reason().isEmpty()
                ? " (" + job.reason() + (job.message().isEmpty() ? "" : ": " + job.message()) + ")"
                : "";
        return "TrainJob " + job.name() + ": " + job.phase().text() + " after " + took + because;
    }

    private void complaint(PrintWriter err) {
        state.culprit().ifPresent(culprit -> {
            List<String> tail = logs.map(all -> tailOf(all, culprit)).orElse(List.of());
            String code = culprit.container()
                    .exitCode()
                    .map(value -> " with exit code " + value)
                    .orElse("");
            err.println();
            err.println("The first to fail was container " + culprit.container().name() + " of pod "
                    + culprit.pod().name() + code + reason(culprit.container().reason()));
            if (tail.isEmpty() && !culprit.container().message().isBlank()) {
                err.println("  " + culprit.container().message().strip());
            } else if (tail.isEmpty()) {
                err.println("It has written nothing.");
            } else {
                err.println("The end of what it wrote:");
                tail.forEach(line -> err.println("  " + line));
            }
            Hints.of(culprit, tail, request.machine().workFolder().toString())
                    .ifPresent(hint -> err.println("hint: " + hint));
        });
        err.flush();
    }

    /** The container may have been started again since; its log has another name then (LOCAL-96). */
    private static List<String> tailOf(PodLogs logs, RunState.Culprit culprit) {
        PodFolder folder = logs.folderFor(
                culprit.pod().namespace(), culprit.pod().name(), culprit.pod().uid());
        String container = culprit.container().name();
        int restarts = (int) culprit.container().restarts();
        return Stream.of(folder.log(container, restarts), folder.log(container, restarts - 1), folder.log(container))
                .map(file -> TextFiles.lastLines(file, TAIL_LINES))
                .filter(lines -> !lines.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static String reason(String reason) {
        return reason.isEmpty() || reason.equals("Error") ? "" : " (" + reason + ")";
    }

    private static String mainContainer(PodSight pod) {
        return pod.speaking().map(container -> container.name()).orElse("");
    }

    private String logOf(PodSight pod, String container) {
        return logs.map(all -> shown(path(all, pod, container))).orElse("-");
    }

    private static Path path(PodLogs logs, PodSight pod, String container) {
        return logs.folderFor(pod.namespace(), pod.name(), pod.uid()).log(container);
    }

    /** Paths below the current folder are easier to read without it. */
    private static String shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }
}
