package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.testcluster.TestCluster;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** kubectl as a user runs it, with a kubeconfig in a folder. */
public final class Kubectl {
    private static final long LIMIT_SECONDS = 60;

    private final Path program;
    private final Path folder;
    private final Map<String, String> variables;

    private Kubectl(Path program, Path folder, Map<String, String> variables) {
        this.program = program;
        this.folder = folder;
        this.variables = variables;
    }

    /** The one on the path, else, where nothing may be skipped, the one of the test cluster's release; otherwise the test is skipped. */
    public static Kubectl find(Path folder) {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(path -> Path.of(path, "kubectl"))
                .filter(Files::isExecutable)
                .findFirst()
                .or(() -> Boolean.getBoolean("testcluster.required")
                        ? Optional.of(TestCluster.kubectl())
                        : Optional.empty());
        Assumptions.assumeTrue(found.isPresent(), "no kubectl on the path");
        return new Kubectl(found.get(), folder, Map.of());
    }

    /** The same with one more environment variable. */
    public Kubectl withVariable(String name, String value) {
        Map<String, String> more = new HashMap<>(variables);
        more.put(name, value);
        return new Kubectl(program, folder, more);
    }

    private ProcessBuilder process(String... arguments) {
        ProcessBuilder process = new ProcessBuilder(command(arguments)).redirectErrorStream(true);
        process.environment().putAll(variables);
        return process;
    }

    /** Where the kubeconfig is expected. */
    public Path kubeconfig() {
        return folder.resolve("config");
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--kubeconfig",
                kubeconfig().toString(),
                "--cache-dir",
                folder.resolve("cache").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** What it prints; fails unless it succeeds. */
    public String run(String... arguments) {
        return read("", arguments);
    }

    /** As {@link #run}, with something to read. */
    public String read(String input, String... arguments) {
        Result result = attempt(input, arguments);
        assertThat(result.code()).as(result.output()).isZero();
        return result.output();
    }

    /** What it prints when it fails. */
    public String refused(String... arguments) {
        return readAndFail("", arguments);
    }

    /** As {@link #refused}, with something to read. */
    public String readAndFail(String input, String... arguments) {
        Result result = attempt(input, arguments);
        assertThat(result.code()).as(result.output()).isNotZero();
        return result.output();
    }

    private record Result(int code, String output) {}

    private Result attempt(String input, String... arguments) {
        try {
            Path in = Files.writeString(folder.resolve("in"), "---\n" + input);
            Path out = folder.resolve("out");
            Process process = process(arguments)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .start();
            return new Result(exitCode(process), Files.readString(out, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int exitCode(Process process) {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Starts it and leaves it running; it writes to a file of this name in the folder. */
    public Running start(String file, String... arguments) {
        Path out = folder.resolve(file);
        try {
            Process process = process(arguments).redirectOutput(out.toFile()).start();
            return new Running(process, out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A kubectl that goes on until it is closed, or ends by itself. */
    public record Running(Process process, Path output) implements AutoCloseable {
        /** What it has printed so far. */
        public String text() {
            try {
                return Files.readString(output, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        /** Waits for its end, and gives all that it printed. */
        public String await() {
            assertThat(exitCode(process)).as(text()).isZero();
            return text();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
