package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.spi.model.Trainer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of what TrainJobs start: their commands, and the scripts that these name. What cannot be read is not there. */
final class ProgramCode {
    /** What is longer is data. */
    private static final int MAX_BYTES = 1024 * 1024;

    private ProgramCode() {}

    /** That of all TrainJobs. */
    static String of(JobInput input, WorkFolder work) {
        return input.jobs().stream()
                .flatMap(job -> texts(job, work.starts().getOrDefault(WorkFolder.key(job), work.folder())))
                .distinct()
                .collect(Collectors.joining("\n"));
    }

    private static Stream<String> texts(JobInput.Job job, Path folder) {
        return words(Objects.requireNonNull(job.trainJob().getSpec()).trainerOrEmpty())
                .map(word -> word + "\n" + read(folder, word));
    }

    private static Stream<String> words(Trainer trainer) {
        return Stream.of(trainer.command(), trainer.args())
                .filter(Objects::nonNull)
                .flatMap(List::stream);
    }

    private static String read(Path folder, String word) {
        if (!word.endsWith(".py") && !word.endsWith(".sh")) {
            return "";
        }
        try {
            Path file = folder.resolve(word);
            if (!Files.isRegularFile(file)) {
                return "";
            }
            try (InputStream stream = Files.newInputStream(file)) {
                return new String(stream.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1);
            }
        } catch (IOException | InvalidPathException unreadable) {
            return "";
        }
    }
}
