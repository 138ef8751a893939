package io.trainyard.launcher.run.folder;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.launcher.run.output.RankMark;
import io.trainyard.local.kubelet.launch.EnvironmentFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The logs in the folder of a run.
 *
 * @param pods the folder with one folder for each pod
 */
public record LogFiles(Path pods) {
    private static final String SUFFIX = ".log";

    /** Names of pods end with the number of their Job, their own, and letters; later ones of the same name have more behind a dot. */
    private static final LinearPattern NODE = LinearPattern.of("-\\d+-(\\d{1,9})-[a-z0-9]{5}(?:\\..*)?$");

    private static final LinearPattern WITHOUT_RANK =
            LinearPattern.of("-(?:" + String.join("|", RankMark.STEPS_WITHOUT_RANK) + ")" + NODE);

    private static final LinearPattern START = LinearPattern.of("\\.\\d+$");

    private static final String PROCESSES = "PET_NPROC_PER_NODE";

    /**
     * The log of one container.
     *
     * @param pod name of the folder of its pod: the name of the pod, for a later pod of the same name with more behind a dot
     * @param container name, with the number of the start for all but the last one
     * @param bytes how much was written
     * @param written when something was written last
     */
    public record LogFile(String pod, String container, Path path, long bytes, Instant written) {
        /** The name of the container alone. */
        public String containerName() {
            return START.matcher(container).replaceFirst("");
        }

        /** Index of the node within its job, as the name of the pod tells it; empty for pods of other kinds. */
        public Optional<Long> node() {
            Matcher number = NODE.matcher(pod);
            return number.find() ? Optional.of(Long.parseLong(number.group(1))) : Optional.empty();
        }

        /**
         * How many ranks its pod has, as torchrun was told; 0 when that is only known while it runs, or when what it writes is of no rank. Looks at the variables that
         * its containers got.
         */
        public long processes() {
            if (node().isEmpty() || WITHOUT_RANK.isFoundIn(pod)) {
                return 0;
            }
            try {
                for (Path variables : children(path.resolveSibling("../env").normalize())) {
                    Optional<String> count = EnvironmentFile.value(variables, PROCESSES);
                    if (count.isPresent()) {
                        return PlainText.isNumber(count.get(), 9) ? Long.parseLong(count.get()) : 0;
                    }
                }
                return 1;
            } catch (IOException unreadable) {
                return 0;
            }
        }
    }

    /** All logs, by pod and container; empty when no pod has begun. */
    public List<LogFile> list() {
        return children(pods).stream()
                .flatMap(pod -> children(pod.resolve("logs")).stream()
                        .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                        .flatMap(file -> logFile(pod, file).stream()))
                .toList();
    }

    /** Empty when it has just been removed, or has another name now because its container is started again. */
    private static Optional<LogFile> logFile(Path pod, Path file) {
        String name = file.getFileName().toString();
        try {
            return Optional.of(new LogFile(
                    pod.getFileName().toString(),
                    name.substring(0, name.length() - SUFFIX.length()),
                    file,
                    Files.size(file),
                    Files.getLastModifiedTime(file).toInstant()));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + file, e);
        }
    }

    private static List<Path> children(Path folder) {
        return FileTree.children(folder).stream()
                .sorted(java.util.Comparator.comparing(
                        path -> path.getFileName().toString(), NaturalOrder.INSTANCE))
                .toList();
    }
}
