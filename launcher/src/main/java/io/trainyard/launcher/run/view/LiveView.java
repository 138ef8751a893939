package io.trainyard.launcher.run.view;

import io.trainyard.launcher.cli.process.TerminalSize;
import io.trainyard.launcher.cli.process.TerminalText;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.Progress;
import io.trainyard.launcher.run.progress.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The part of a terminal that is drawn again and again: one line for each TrainJob and for each pod. */
public final class LiveView {
    /** Lines that stay free, for the shell and for what scrolls by. */
    private static final int FREE_ROWS = 4;

    private static final String GAP = "  ";

    private LiveView() {}

    /** Lines that fit on the screen; none has more characters than it has columns. */
    public static List<String> lines(RunState state, Instant now, TerminalSize size) {
        int maxRows = Math.max(3, size.rows() - FREE_ROWS);
        List<String> lines = new ArrayList<>();
        List<PodState> left = new ArrayList<>();
        for (JobSnapshot job : state.jobs().values()) {
            List<PodState> pods = state.currentPodsOf(job.key());
            lines.add(jobLine(job, pods, Progress.between(state.started(), now)));
            left.addAll(pods);
        }
        int shown = Math.min(left.size(), Math.max(1, maxRows - lines.size()));
        // Pods that need attention come first when there is no room for all.
        List<PodState> visible = shown == left.size()
                ? left
                : left.stream()
                        .sorted(java.util.Comparator.comparingInt(LiveView::calm))
                        .limit(Math.max(1, shown - 1))
                        .toList();
        int nameWidth = visible.stream()
                .mapToInt(pod -> pod.snapshot().shortName().length())
                .max()
                .orElse(0);
        visible.forEach(pod -> lines.add(podLine(pod, now, nameWidth)));
        if (visible.size() < left.size()) {
            lines.add(GAP + "... and " + (left.size() - visible.size()) + " more pods");
        }
        return lines.stream().map(line -> cut(line, size.columns() - 1)).toList();
    }

    /** The beginning of a text that has no more characters than that, with three dots where something was left out. */
    static String cut(String text, int columns) {
        return text.codePointCount(0, text.length()) <= columns
                ? text
                : text.substring(0, text.offsetByCodePoints(0, Math.max(0, columns - 3))) + "...";
    }

    private static int calm(PodState pod) {
        return switch (pod.displayStatus()) {
            case "Succeeded" -> 3;
            case "Running" -> 1;
            case "Pending" -> 2;
            default -> 0;
        };
    }

    private static String jobLine(JobSnapshot job, List<PodState> pods, java.time.Duration elapsed) {
        long running = pods.stream()
                .filter(pod -> pod.displayStatus().equals("Running"))
                .count();
        long done = pods.stream()
                .filter(pod -> pod.displayStatus().equals("Succeeded"))
                .count();
        String counts = pods.isEmpty()
                ? ""
                : GAP + running + " running" + (done > 0 ? ", " + done + " done" : "") + " of " + pods.size();
        return job.name()
                + GAP
                + (job.phase() == JobPhase.STOPPED && running > 0
                        ? "Stopping"
                        : job.phase().text())
                + counts
                + GAP
                + Durations.text(elapsed)
                + percent(job.percentage());
    }

    private static String podLine(PodState pod, Instant now, int nameWidth) {
        String name = pod.snapshot().shortName();
        String time = pod.running()
                .map(from -> Durations.text(Progress.between(from, pod.ended().orElse(now))))
                .orElse("");
        String code = pod.exitCode()
                .filter(value -> value != 0 && pod.snapshot().isOver())
                .map(value -> " (exit code " + value + ")")
                .orElse("");
        long restarts = pod.snapshot().restarts();
        String line = GAP
                + name
                + " ".repeat(nameWidth - name.length())
                + GAP
                + padded(pod.displayStatus() + code, 10)
                + GAP
                + padded(time, 6)
                + percent(pod.percentage());
        String again = restarts == 0 ? "" : GAP + "started again " + restarts + "x";
        String wrote = pod.line().isEmpty() ? "" : GAP + printable(pod.line());
        return (line + again + wrote).stripTrailing();
    }

    private static String percent(Optional<Integer> percentage) {
        return percentage.map(value -> GAP + padded(value + "%", 4)).orElse("");
    }

    private static String padded(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }

    /** What a program writes must not move the cursor. */
    private static String printable(String line) {
        return TerminalText.plain(line).replace('\t', ' ');
    }
}
