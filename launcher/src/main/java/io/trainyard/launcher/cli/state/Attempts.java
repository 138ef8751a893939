package io.trainyard.launcher.cli.state;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.launcher.run.folder.LogFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The logs of one container of one place in a job, an attempt each: of a container that was started again, and of pods that took each other's
 * place. Pure.
 *
 * @param logs in the order of the attempts; not empty
 */
record Attempts(List<LogFiles.LogFile> logs) {
    private static final LinearPattern GENERATED = LinearPattern.of("-[a-z0-9]{5}(\\.[-0-9a-f]+)?$");

    Attempts {
        logs = List.copyOf(logs);
    }

    /** Sorts logs by place and container, in their order. */
    static List<Attempts> of(List<LogFiles.LogFile> logs) {
        Map<String, List<LogFiles.LogFile>> byPlace = new LinkedHashMap<>();
        for (LogFiles.LogFile log : logs) {
            byPlace.computeIfAbsent(place(log.pod()) + "/" + log.containerName(), place -> new ArrayList<>())
                    .add(log);
        }
        return byPlace.values().stream()
                .map(each -> new Attempts(each.stream()
                        .sorted(Comparator.comparing(LogFiles.LogFile::written))
                        .toList()))
                .toList();
    }

    /** The name of a pod without the letters that tell it from the one before it. */
    private static String place(String pod) {
        return GENERATED.matcher(pod).replaceFirst("");
    }

    int count() {
        return logs.size();
    }

    /** Counted from 1. */
    Optional<LogFiles.LogFile> number(int attempt) {
        return attempt >= 1 && attempt <= logs.size() ? Optional.of(logs.get(attempt - 1)) : Optional.empty();
    }

    /** The one before the last. */
    Optional<LogFiles.LogFile> previous() {
        return number(logs.size() - 1);
    }

    /** The last one, whatever it wrote. */
    Optional<LogFiles.LogFile> newest() {
        return number(logs.size());
    }

    /** The last one that wrote anything: one that was stopped at once has nothing to tell. */
    Optional<LogFiles.LogFile> last() {
        List<LogFiles.LogFile> telling =
                logs.stream().filter(log -> log.bytes() > 0).toList();
        List<LogFiles.LogFile> best = telling.isEmpty() ? logs : telling;
        return Optional.of(best.get(best.size() - 1));
    }
}
