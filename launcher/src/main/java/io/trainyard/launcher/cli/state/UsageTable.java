package io.trainyard.launcher.cli.state;

import io.trainyard.foundation.tree.Tree;
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
import org.jspecify.annotations.Nullable;

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

    /** A line for each container of one of the jobs, below a head; empty when there is none. Reads the ends of logs. */
    List<String> lines(FoundJob job, boolean onlyRunning) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        rows(job, onlyRunning).forEach(row -> rows.add(row.cells()));
        return rows.size() == 1 ? List.of() : TextTable.lines(rows);
    }

    /** The same for programs. */
    List<Object> trees(FoundJob job, boolean onlyRunning) {
        return rows(job, onlyRunning).stream().<Object>map(Row::tree).toList();
    }

    /** The newest attempt of each container. */
    private List<Row> rows(FoundJob job, boolean onlyRunning) {
        Path folder = job.folder().root();
        Map<String, ContainerUsage> now = after.getOrDefault(folder, Map.of());
        Map<String, ContainerUsage> earlier = before.getOrDefault(folder, Map.of());
        List<Row> rows = new ArrayList<>();
        for (Attempts attempts : Attempts.of(LogSelection.all(job).known())) {
            attempts.newest()
                    .filter(log -> !onlyRunning || now.containsKey(key(log)))
                    .ifPresent(log -> rows.add(row(log, now.get(key(log)), earlier.get(key(log)))));
        }
        return rows;
    }

    private static String key(LogFiles.LogFile log) {
        return log.pod() + "/" + log.containerName();
    }

    private Row row(LogFiles.LogFile log, @Nullable ContainerUsage usage, @Nullable ContainerUsage earlier) {
        List<String> written = TextFiles.lastLines(log.path(), MAX_PROGRESS_LINES);
        return new Row(
                log,
                Optional.ofNullable(usage),
                Optional.ofNullable(usage).map(used -> share(earlier == null ? used : earlier, used)),
                written.stream()
                        .flatMap(line -> ProgressPattern.DEFAULT.percentage(line).stream())
                        .reduce((one, next) -> next),
                written.isEmpty() ? "" : written.get(written.size() - 1));
    }

    /** Of one processor, in percent. */
    private long share(ContainerUsage earlier, ContainerUsage now) {
        long taken = now.cpu().minus(earlier.cpu()).toMillis();
        return Math.max(0, 100 * taken / Math.max(1, between.toMillis()));
    }

    /**
     * One container.
     *
     * @param usage what it takes; empty where it has ended
     * @param cpu of one processor, in percent
     * @param progress in percent, as its lines tell
     * @param line its last one
     */
    private record Row(
            LogFiles.LogFile log,
            Optional<ContainerUsage> usage,
            Optional<Long> cpu,
            Optional<Integer> progress,
            String line) {
        List<String> cells() {
            return List.of(
                    log.pod(),
                    state(),
                    cpu.map(value -> value + "%").orElse("-"),
                    memory().map(ByteCount::text).orElse("-"),
                    gpus().orElse("-"),
                    progress.map(value -> value + "%").orElse("-"),
                    shortened(line));
        }

        Map<String, Object> tree() {
            Map<String, Object> tree = Tree.of(
                    "pod",
                    log.pod(),
                    "container",
                    log.containerName(),
                    "state",
                    state(),
                    "lastLine",
                    line,
                    "log",
                    log.path().toString());
            cpu.ifPresent(value -> tree.put("cpuPercent", value));
            memory().ifPresent(value -> tree.put("memoryBytes", value));
            gpus().ifPresent(value -> tree.put("gpus", value));
            progress.ifPresent(value -> tree.put("progressPercent", (long) value));
            return tree;
        }

        private String state() {
            return usage.isPresent() ? "Running" : "Ended";
        }

        private Optional<Long> memory() {
            return usage.map(ContainerUsage::memory).filter(bytes -> bytes > 0);
        }

        private Optional<String> gpus() {
            return usage.map(ContainerUsage::gpus).filter(gpus -> !gpus.isEmpty());
        }
    }

    private static String shortened(String line) {
        String text = TerminalText.plain(line).replace('\t', ' ').strip();
        return text.length() > MAX_LINE_LENGTH ? text.substring(0, MAX_LINE_LENGTH - 3) + "..." : text;
    }
}
