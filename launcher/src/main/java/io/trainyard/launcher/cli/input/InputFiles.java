package io.trainyard.launcher.cli.input;

import io.trainyard.foundation.yaml.Documents;
import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.launcher.program.ProgramJob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads what a user named on the command line: files, folders, or standard input. A script stands for the TrainJob that runs it. */
public final class InputFiles {
    private static final String STANDARD_INPUT = "-";
    private static final List<String> SUFFIXES = List.of(".yaml", ".yml", ".json");

    private final InputStream standardInput;

    public InputFiles(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    /** One entry for each file, in the order of the names; those of a folder by name. */
    public List<Documents> read(List<String> names) {
        List<Documents> read = new ArrayList<>();
        for (String name : names) {
            if (name.equals(STANDARD_INPUT)) {
                read.add(YamlDocuments.readStream("standard input", standardInput));
            } else {
                paths(Path.of(name)).forEach(path -> read.add(read(path)));
            }
        }
        return read;
    }

    private static Documents read(Path path) {
        String name = String.valueOf(path.getFileName());
        if (!ProgramJob.isScript(name) || !Files.isRegularFile(path)) {
            return YamlDocuments.readFile(path);
        }
        try {
            // Bytes that are no text are none of our business: only names of modules are looked for.
            String code = Files.readString(path, StandardCharsets.ISO_8859_1);
            return YamlDocuments.read(
                    path.toString(), ProgramJob.ofScript(name, code).yaml());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + path, unreadable);
        }
    }

    private static List<Path> paths(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(InputFiles::isManifest).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot list " + path, unreadable);
        }
    }

    private static boolean isManifest(Path file) {
        String name = file.getFileName().toString();
        return !Files.isDirectory(file) && SUFFIXES.stream().anyMatch(name::endsWith);
    }
}
