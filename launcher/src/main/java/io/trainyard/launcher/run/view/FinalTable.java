package io.trainyard.launcher.run.view;

import io.trainyard.launcher.run.progress.AttemptNumbers;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.Progress;
import io.trainyard.launcher.run.progress.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What became of every pod. */
public final class FinalTable {
    private FinalTable() {}

    /**
     * A line with titles and one for each pod; none when there were no pods. Where that is too wide, with short names, and with the command that
     * shows the logs instead of where they are.
     *
     * @param columns that a line may take
     * @param log says where the log of a pod is
     */
    public static List<String> lines(RunState state, Instant now, int columns, Function<PodState, String> log) {
        List<PodState> pods = new ArrayList<>();
        state.jobs().keySet().forEach(job -> pods.addAll(state.podsOf(job)));
        state.pods().values().stream().filter(pod -> !pods.contains(pod)).forEach(pods::add);
        if (pods.isEmpty()) {
            return List.of();
        }
        AttemptNumbers attempts = AttemptNumbers.of(state.pods().values());
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(attempts, "ATTEMPT", "POD", "STATE", "EXIT CODE", "RESTARTS", "TIME", "LOG"));
        pods.forEach(pod -> rows.add(row(
                attempts,
                number(pod, attempts),
                pod.snapshot().name(),
                pod.displayStatus(),
                code(pod),
                Long.toString(pod.snapshot().restarts()),
                time(pod, now),
                log.apply(pod))));
        List<String> wide = TextTable.lines(rows);
        return wide.stream().allMatch(line -> line.length() <= columns) ? wide : narrow(pods, attempts, now, columns);
    }

    private static List<String> narrow(List<PodState> pods, AttemptNumbers attempts, Instant now, int columns) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(attempts, "ATTEMPT", "POD", "CODE", "TIME", "STATE"));
        pods.forEach(pod -> rows.add(row(
                attempts,
                number(pod, attempts),
                pod.snapshot().shortName(),
                code(pod),
                time(pod, now),
                pod.displayStatus())));
        List<String> lines = new ArrayList<>(TextTable.lines(rows));
        lines.add("logs: trainyard logs");
        return lines.stream().map(line -> LiveView.cut(line, columns)).toList();
    }

    /** The attempt comes second, and only where pods took each other's place. */
    private static List<String> row(AttemptNumbers attempts, String attempt, String pod, String... others) {
        List<String> cells = new ArrayList<>(List.of(pod));
        if (attempts.replaced()) {
            cells.add(attempt);
        }
        cells.addAll(List.of(others));
        return cells;
    }

    private static String number(PodState pod, AttemptNumbers attempts) {
        return Long.toString(attempts.number(pod.snapshot()));
    }

    private static String code(PodState pod) {
        return pod.exitCode().map(String::valueOf).orElse("-");
    }

    private static String time(PodState pod, Instant now) {
        return pod.running()
                .map(from -> Durations.text(Progress.between(from, pod.ended().orElse(now))))
                .orElse("-");
    }
}
