package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.failure.NameRanges;
import io.trainyard.launcher.run.output.AlikeLines;
import io.trainyard.launcher.run.output.MarkedLines;
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

    /** In the order of the containers; where that is wanted, with equal lines of several pods once. */
    List<Change> of(List<LogTail.Output> outputs, Instant now) {
        List<LogTail.Output> followed = outputs.stream()
                .map(this::followed)
                .filter(output -> !output.lines().isEmpty())
                .toList();
        return display.style().merged() ? merged(followed, now) : apart(followed, now);
    }

    private LogTail.Output followed(LogTail.Output output) {
        List<String> lines = output.lines().stream()
                .filter(line -> display.follow().includes(output.pod().index(), rank(output.pod(), line)))
                .toList();
        return new LogTail.Output(output.pod(), output.container(), lines, output.current());
    }

    private List<Change> apart(List<LogTail.Output> outputs, Instant now) {
        List<Change> changes = new ArrayList<>();
        for (LogTail.Output output : outputs) {
            output.lines().forEach(line -> changes.add(change(output, of(output.pod()), line, now)));
        }
        return changes;
    }

    /** Of a program, nobody wants to know the name of its pod. */
    private String of(PodSnapshot pod) {
        return display.format() == LocalRun.Format.PROGRAM ? name(pod) : pod.name();
    }

    private List<Change> merged(List<LogTail.Output> outputs, Instant now) {
        List<List<String>> lines = outputs.stream()
                .map(output -> MarkedLines.joined(output.lines()))
                .toList();
        return AlikeLines.merge(lines).stream()
                .map(line -> change(
                        outputs.get(line.sources().get(0)),
                        NameRanges.text(line.sources().stream()
                                .map(source -> name(outputs.get(source).pod()))
                                .distinct()
                                .toList()),
                        line.text(),
                        now))
                .toList();
    }

    private Change change(LogTail.Output output, String who, String line, Instant now) {
        PodSnapshot pod = output.pod();
        Optional<Long> rank = rank(pod, line);
        // For people, a line that does not say whose it is has the colour of the first process of its node; programs
        // are not told what is not known.
        Optional<Long> shown = display.format() == LocalRun.Format.JSON
                ? rank
                : rank.or(() -> Optional.of(pod.index() * Math.max(1, pod.processes())));
        return Change.ofOutput(now, pod, who, output.container(), line, shown);
    }

    private static Optional<Long> rank(PodSnapshot pod, String line) {
        return RankMark.of(line).rankOn(pod.index(), pod.processes());
    }

    private String name(PodSnapshot pod) {
        return severalJobs
                ? pod.trainJob().substring(pod.trainJob().indexOf('/') + 1) + "/" + pod.shortName()
                : pod.shortName();
    }
}
