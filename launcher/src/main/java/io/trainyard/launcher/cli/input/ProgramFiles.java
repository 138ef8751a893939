package io.trainyard.launcher.cli.input;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.program.Code;
import io.trainyard.launcher.program.Framework;
import io.trainyard.launcher.program.PythonAnswer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the code of a program, to see what it imports. What cannot be read tells nothing.
 *
 * @param folder that the program starts in
 * @param variables of the user's shell
 */
public record ProgramFiles(Path folder, Map<String, String> variables) implements Code {
    /** What is longer is data. */
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    /** As long as a person does not mind. */
    private static final int LIMIT_SECONDS = 5;

    public ProgramFiles {
        variables = Map.copyOf(variables);
    }

    /** Those of the shell that Trainyard was started from. */
    public ProgramFiles(Path folder) {
        this(folder, System.getenv());
    }

    @Override
    public Optional<String> read(String path) {
        return Stream.concat(Stream.of(folder.toString()), listed("PYTHONPATH"))
                .flatMap(each -> resolved(each, path).stream())
                .filter(Files::isRegularFile)
                .findFirst()
                .flatMap(ProgramFiles::text);
    }

    private static Optional<String> text(Path file) {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] beginning = stream.readNBytes(4);
            if (beginning.length > 0 && beginning[0] == 0x7f) {
                // The machine's own language.
                return Optional.empty();
            }
            // Of any encoding only what is ASCII counts, and that is the same in this one.
            return Optional.of(new String(beginning, StandardCharsets.ISO_8859_1)
                    + new String(stream.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<String> onPath(String name) {
        return name.contains("/")
                ? Optional.empty()
                : listed("PATH")
                        .flatMap(each -> resolved(each, name).stream())
                        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                        .map(Path::toString)
                        .findFirst();
    }

    @Override
    public boolean isExecutable(String path) {
        return resolved("", path)
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .isPresent();
    }

    @Override
    public PythonAnswer python(String interpreter, String kind, String target) {
        return Stream.of(interpreter, "python3")
                .flatMap(name -> onPath(name).or(() -> Optional.of(name).filter(this::isExecutable)).stream())
                .findFirst()
                .map(python -> answer(python, kind, target))
                .orElse(PythonAnswer.NONE);
    }

    @Blocking("the thread of the command has nothing else to do")
    private PythonAnswer answer(String python, String kind, String target) {
        try (InputStream program = ProgramFiles.class.getResourceAsStream("read_program.py")) {
            String text = new String(Objects.requireNonNull(program).readAllBytes(), StandardCharsets.UTF_8);
            ProcessBuilder builder = new ProcessBuilder(
                            python, "-I", "-S", "-c", text, kind, target, String.join(",", Framework.modules()))
                    .directory(folder.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(variables);
            Process process = builder.start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return PythonAnswer.NONE;
            }
            return new PythonAnswer(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.contains(" "))
                    .map(line -> line.split(" ", 2))
                    .collect(Collectors.toMap(line -> line[0], line -> line[1], (first, later) -> first)));
        } catch (IOException noPython) {
            return PythonAnswer.NONE;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return PythonAnswer.NONE;
        }
    }

    private Stream<String> listed(String variable) {
        return Stream.of(variables.getOrDefault(variable, "").split(File.pathSeparator))
                .filter(each -> !each.isEmpty());
    }

    private Optional<Path> resolved(String start, String path) {
        try {
            return Optional.of(folder.resolve(start).resolve(path));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}
