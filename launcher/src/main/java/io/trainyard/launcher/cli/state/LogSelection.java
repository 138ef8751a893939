package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.LogFiles.LogFile;
import java.util.List;
import java.util.Optional;

/**
 * Which logs of a job are meant.
 *
 * @param job whose pods
 * @param pod its name or a part between dashes; empty for all
 * @param container its name; empty for all
 * @param attempt counted from 1; empty for the last one that wrote anything
 * @param previous whether the attempt before the last one is meant
 */
record LogSelection(
        FoundJob job, Optional<String> pod, Optional<String> container, Optional<Integer> attempt, boolean previous) {
    /** All logs of a job. */
    static LogSelection all(FoundJob job) {
        return new LogSelection(job, Optional.empty(), Optional.empty(), Optional.empty(), false);
    }

    /** Logs of all attempts, of all pods of the job. Blocks. */
    List<LogFile> known() {
        return new LogFiles(job.folder().pods())
                .list().stream().filter(file -> job.hasPod(file.pod())).toList();
    }

    /** Logs of all attempts of the pods and containers that are meant. Blocks. */
    List<LogFile> ofAllAttempts() {
        List<LogFile> meant = known().stream()
                .filter(file -> pod.isEmpty() || isMeant(file.pod(), pod.get()))
                .filter(file -> container.isEmpty() || file.containerName().equals(container.get()))
                .toList();
        List<LogFile> exact = meant.stream()
                .filter(file -> pod.filter(file.pod()::equals).isPresent())
                .toList();
        return exact.isEmpty() ? meant : exact;
    }

    /** Names of pods end with letters that nobody can know, so a part of the name between dashes is enough. */
    private static boolean isMeant(String name, String wanted) {
        return name.equals(wanted) || ("-" + name + "-").contains("-" + wanted + "-");
    }

    /** The logs that are meant, one for each container. Blocks. */
    List<LogFile> chosen() {
        return Attempts.of(ofAllAttempts()).stream()
                .flatMap(each -> chosen(each).stream())
                .toList();
    }

    private Optional<LogFile> chosen(Attempts attempts) {
        return attempt.isPresent() ? attempts.number(attempt.get()) : previous ? attempts.previous() : attempts.last();
    }
}
