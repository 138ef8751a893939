package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.output.RankMark;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.PodSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is shown of the lines that containers have written since the last look. Pure. */
final class OutputLines {
    private final LocalRun.Display display;
    private final boolean severalJobs;

    /**
     * @param severalJobs whether there is more than one TrainJob, so that lines have to say whose they are
     */
    OutputLines(LocalRun.Display display, boolean severalJobs) {
        this.display = display;
        this.severalJobs = severalJobs;
    }

    /** In the order of the containers. */
    List<Change> of(List<LogTail.Output> outputs, Instant now) {
        List<Change> changes = new ArrayList<>();
        for (LogTail.Output output : outputs) {
            output.lines().stream()
                    .filter(line -> display.follow().includes(output.pod().index(), rank(output.pod(), line)))
                    .forEach(line -> changes.add(change(output, line, now)));
        }
        return changes;
    }

    /** For people names are short; programs choose by those of pods. */
    private String name(PodSnapshot pod) {
        if (display.format() == LocalRun.Format.LINES || display.format() == LocalRun.Format.JSON) {
            return pod.name();
        }
        return severalJobs
                ? pod.trainJob().substring(pod.trainJob().indexOf('/') + 1) + "/" + pod.shortName()
                : pod.shortName();
    }

    private Change change(LogTail.Output output, String line, Instant now) {
        PodSnapshot pod = output.pod();
        Optional<Long> rank = rank(pod, line);
        // For people, a line that does not say whose it is has the colour of the first process of its node; programs
        // are not told what is not known.
        Optional<Long> shown = display.format() == LocalRun.Format.JSON
                ? rank
                : rank.or(() -> Optional.of(pod.index() * Math.max(1, pod.processes())));
        return Change.ofOutput(now, pod, name(pod), output.container(), line, shown);
    }

    private static Optional<Long> rank(PodSnapshot pod, String line) {
        return RankMark.of(line).rankOn(pod.index(), pod.processes());
    }
}
