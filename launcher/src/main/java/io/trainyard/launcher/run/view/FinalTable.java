package io.trainyard.launcher.run.view;

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
     * A line with titles and one for each pod; none when there were no pods.
     *
     * @param log says where the log of a pod is
     */
    public static List<String> lines(RunState state, Instant now, Function<PodState, String> log) {
        List<PodState> pods = new ArrayList<>();
        state.jobs().keySet().forEach(job -> pods.addAll(state.podsOf(job)));
        state.pods().values().stream().filter(pod -> !pods.contains(pod)).forEach(pods::add);
        if (pods.isEmpty()) {
            return List.of();
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("POD", "STATE", "EXIT CODE", "RESTARTS", "TIME", "LOG"));
        for (PodState pod : pods) {
            rows.add(List.of(
                    pod.snapshot().name(),
                    pod.displayStatus(),
                    pod.exitCode().map(String::valueOf).orElse("-"),
                    Long.toString(pod.snapshot().restarts()),
                    pod.running()
                            .map(from -> Durations.text(
                                    Progress.between(from, pod.ended().orElse(now))))
                            .orElse("-"),
                    log.apply(pod)));
        }
        return TextTable.lines(rows);
    }
}
