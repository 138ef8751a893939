package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.cli.process.TerminalText;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.launcher.run.progress.ProgressPattern;
import io.trainyard.launcher.run.view.ByteCount;
import io.trainyard.launcher.run.view.TextTable;
import io.trainyard.local.kubelet.process.ContainerUsage;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the containers of some jobs take of this machine, and what they wrote last.
 *
 * @param before what they had taken at first, by the folder of their run, then by pod and container
 * @param after the same, a moment later
 * @param between the length of that moment
 */
record UsageTable(
        Map<Path, Map<String, ContainerUsage>> before, Map<Path, Map<String, ContainerUsage>> after, Duration between) {
    private static final List<String> HEAD = List.of("POD", "STATE", "CPU", "MEMORY", "GPU", "PROGRESS", "LAST LINE");
    private static final int MAX_PROGRESS_LINES = 50;
    private static final int MAX_LINE_LENGTH = 60;

    /** Looks twice at all of them, with a pause in between; blocks for that long. */
    static UsageTable measure(List<RunFolder> folders, Clock clock, Duration pause) {
        Map<Path, Map<String, ContainerUsage>> before = usage(folders);
        Instant begin = clock.instant();
        Pause.of(pause);
        Map<Path, Map<String, ContainerUsage>> after = usage(folders);
        return new UsageTable(before, after, Duration.between(begin, clock.instant()));
    }

    private static Map<Path, Map<String, ContainerUsage>> usage(List<RunFolder> folders) {
        Map<Path, Map<String, ContainerUsage>> found = new LinkedHashMap<>();
        for (RunFolder folder : folders) {
            Map<String, ContainerUsage> containers = new LinkedHashMap<>();
            ContainerUsage.below(folder.root())
                    .forEach(usage -> containers.put(
                            usage.pod().substring(usage.pod().indexOf('/') + 1) + "/" + usage.container(), usage));
            found.put(folder.root(), containers);
        }
        return found;
    }

    /** The newest attempt of each container of one of the jobs, a line each, below a head; empty when there is none. Reads the ends of logs. */
    List<String> lines(FoundJob job, boolean onlyRunning) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        Map<String, ContainerUsage> now = after.getOrDefault(job.folder().root(), Map.of());
        for (Attempts attempts : Attempts.of(LogSelection.all(job).known())) {
            attempts.newest()
                    .filter(log -> !onlyRunning || now.containsKey(log.pod() + "/" + log.containerName()))
                    .ifPresent(log -> rows.add(row(log, job.folder().root())));
        }
        return rows.size() == 1 ? List.of() : TextTable.lines(rows);
    }

    private List<String> row(LogFiles.LogFile log, Path folder) {
        String key = log.pod() + "/" + log.containerName();
        Optional<ContainerUsage> usage =
                Optional.ofNullable(after.getOrDefault(folder, Map.of()).get(key));
        Optional<ContainerUsage> earlier =
                Optional.ofNullable(before.getOrDefault(folder, Map.of()).get(key));
        List<String> written = TextFiles.lastLines(log.path(), MAX_PROGRESS_LINES);
        Optional<Integer> progress = written.stream()
                .flatMap(line -> ProgressPattern.DEFAULT.percentage(line).stream())
                .reduce((one, next) -> next);
        return List.of(
                log.pod(),
                usage.isPresent() ? "Running" : "Ended",
                usage.map(used -> share(earlier, used)).orElse("-"),
                usage.filter(used -> used.memory() > 0)
                        .map(used -> ByteCount.text(used.memory()))
                        .orElse("-"),
                usage.map(ContainerUsage::gpus).filter(gpus -> !gpus.isEmpty()).orElse("-"),
                progress.map(value -> value + "%").orElse("-"),
                written.isEmpty() ? "" : shortened(written.get(written.size() - 1)));
    }

    /** Of one processor, in percent. */
    private String share(Optional<ContainerUsage> earlier, ContainerUsage now) {
        long taken = now.cpu()
                .minus(earlier.map(ContainerUsage::cpu).orElse(now.cpu()))
                .toMillis();
        return Math.max(0, 100 * taken / Math.max(1, between.toMillis())) + "%";
    }

    private static String shortened(String line) {
        String text = TerminalText.plain(line).replace('\t', ' ').strip();
        return text.length() > MAX_LINE_LENGTH ? text.substring(0, MAX_LINE_LENGTH - 3) + "..." : text;
    }
}
