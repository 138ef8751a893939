package io.trainyard.launcher.run;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.launcher.cli.process.TerminalText;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.folder.KeptCause;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.launcher.run.profile.ProfileFolder;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.Progress;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.Durations;
import io.trainyard.launcher.run.view.FinalTable;
import io.trainyard.launcher.run.view.JsonLines;
import io.trainyard.launcher.run.view.ShownPath;
import io.trainyard.local.kubelet.logs.PodLogs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a user reads when a run has ended. Reads logs and prints, so it blocks. */
final class FinalReport {
    private final LocalRun.Request request;
    private final RunFolder folder;
    private final RunState state;
    private final Map<String, KeptCause> causes;
    private final Optional<PodLogs> logs;
    private final Instant now;

    /**
     * @param causes why TrainJobs have not ended well, by their keys
     * @param logs empty when the kubelet did not get that far
     * @param now when the run ended
     */
    FinalReport(
            LocalRun.Request request,
            RunFolder folder,
            RunState state,
            Map<String, KeptCause> causes,
            Optional<PodLogs> logs,
            Instant now) {
        this.request = request;
        this.folder = folder;
        this.state = state.closed();
        this.causes = causes;
        this.logs = logs;
        this.now = now;
    }

    /** Prints it. */
    void print(RunOutcome end) {
        if (end == RunOutcome.COMPLETE) {
            causes.forEach(this::print);
        }
        switch (request.display().format()) {
            case LIVE, LINES -> {
                summary(end).forEach(request.display().out()::println);
                request.display().out().flush();
            }
            case JSON -> {
                records().forEach(line -> request.display()
                        .out()
                        .println(JsonLines.line(Change.ofRun(now, "Recorded", "", line, Optional.empty()))));
                request.display()
                        .out()
                        .println(JsonLines.line(Change.ofRun(
                                now,
                                end.phase().text(),
                                "",
                                String.join("; ", outcomes(end)),
                                Optional.of(end.exitCode()))));
                request.display().out().flush();
            }
            case PROGRAM, CONSOLE -> {
                records().forEach(request.display().err()::println);
                request.display().err().println(line(end));
                request.display().err().flush();
            }
            case QUIET -> {}
        }
        if (end == RunOutcome.FAILED) {
            causes.entrySet().stream().findFirst().ifPresent(first -> print(first.getKey(), first.getValue()));
        }
    }

    /** What people read of a program in place of all that. */
    private String line(RunOutcome end) {
        String jobs = state.jobs().values().stream()
                .map(job -> job.name() + ": " + phase(job, end).text())
                .collect(Collectors.joining("; "));
        return jobs + " after " + Durations.text(Progress.between(state.started(), now))
                + (end.isEarly() ? ", stopped by " + end.by(folder) : "")
                + "; everything about this run is in " + ShownPath.of(folder.root());
    }

    private static JobPhase phase(JobSnapshot job, RunOutcome end) {
        if (job.phase().isOver()) {
            return job.phase();
        }
        // Given up before its controller would have done so.
        return end == RunOutcome.FAILED ? JobPhase.FAILED : end.isEarly() ? JobPhase.STOPPED : job.phase();
    }

    private List<String> summary(RunOutcome end) {
        List<String> lines = new ArrayList<>();
        // Whoever reads a file or a pipe may have all the room that it takes.
        int columns = request.display().format() == LocalRun.Format.LIVE
                ? new Terminal().size().columns()
                : Integer.MAX_VALUE;
        List<String> table =
                FinalTable.lines(state, now, columns, pod -> logOf(pod.snapshot(), mainContainer(pod.snapshot())));
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table);
            lines.add("");
        }
        lines.addAll(outcomes(end));
        if (end.isEarly()) {
            lines.add("The run was stopped by " + end.by(folder) + ".");
        }
        lines.addAll(records());
        lines.add("Everything about this run is in " + ShownPath.of(folder.root()));
        return lines;
    }

    /** What was recorded of the programs, or written by them, to be looked at. */
    private List<String> records() {
        List<String> lines = new ArrayList<>();
        request.machine()
                .tools()
                .profiling()
                .ifPresent(wish -> lines.addAll(new ProfileFolder(folder.profiles()).lines(wish, ShownPath::of)));
        lines.addAll(new LeftFiles(folder.pods()).lines(ShownPath::of));
        return lines;
    }

    private List<String> outcomes(RunOutcome end) {
        return state.jobs().values().stream().map(job -> outcome(job, end)).toList();
    }

    private String outcome(JobSnapshot job, RunOutcome end) {
        String took = Durations.text(Progress.between(state.started(), now));
        String because = job.phase() == JobPhase.FAILED && !job.reason().isEmpty()
                ? " (" + job.reason() + (job.message().isEmpty() ? "" : ": " + TerminalText.plain(job.message())) + ")"
                : "";
        return "TrainJob " + job.name() + ": " + phase(job, end).text() + " after " + took + because;
    }

    /** An empty line, the cause in the words that stay in the folder, and the command that tries again. */
    private void print(String trainJob, KeptCause kept) {
        PrintWriter err = request.display().err();
        err.println();
        String message = kept.cause().message();
        err.println(Character.toUpperCase(message.charAt(0)) + message.substring(1));
        List<String> told = kept.cause()
                .failure()
                .filter(failed -> !isAbove(failed))
                .map(FailedContainer::lastLines)
                .orElse(List.of());
        if (!told.isEmpty() && !told.get(0).startsWith("Traceback")) {
            err.println("The end of what it wrote:");
        }
        told.forEach(line -> err.println("  " + line));
        kept.cause().evidence().forEach(err::println);
        if (!kept.cause().advice().isEmpty()) {
            err.println("hint: " + kept.cause().advice());
        }
        if (!told.isEmpty()) {
            err.println(
                    "All that it wrote: trainyard logs " + trainJob.substring(trainJob.indexOf('/') + 1) + kept.log());
        }
        if (!request.isProgram()
                && kept.cause().kind() != Cause.Kind.WORLD_TOO_SMALL
                && request.machine()
                        .controllers()
                        .restarts()
                        .filter(limit -> limit.maxRestarts() == 0)
                        .isPresent()) {
            err.println("It was not tried again, as a cluster may do: --restarts N, or --as-cluster.");
        }
        err.flush();
    }

    /** Whether the terminal shows it already, right above. */
    private boolean isAbove(FailedContainer failed) {
        return request.display().format() == LocalRun.Format.CONSOLE
                && logs.isPresent()
                && state.pods().values().stream()
                        .map(PodState::snapshot)
                        .filter(pod -> pod.name().equals(failed.pod()))
                        .map(pod -> path(logs.get(), pod, failed.container()))
                        .anyMatch(log -> isEnd(
                                failed.lastLines(),
                                TextFiles.lastLines(log, failed.lastLines().size())));
    }

    /** What stands before an error may be a prompt, without an end of its line. */
    private static boolean isEnd(List<String> lines, List<String> last) {
        return !lines.isEmpty()
                && last.size() == lines.size()
                && last.get(0).endsWith(lines.get(0))
                && last.subList(1, last.size()).equals(lines.subList(1, lines.size()));
    }

    private static String mainContainer(PodSnapshot pod) {
        return pod.speaking().map(container -> container.name()).orElse("");
    }

    private String logOf(PodSnapshot pod, String container) {
        return logs.map(all -> ShownPath.of(path(all, pod, container))).orElse("-");
    }

    private static Path path(PodLogs logs, PodSnapshot pod, String container) {
        return logs.folderFor(pod.namespace(), pod.name(), pod.uid()).log(container);
    }
}
