package io.trainyard.launcher.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.process.Environment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@DisplayName("Flags about looking into programs (LOCAL-176)")
final class ToolFlagsTest {
    @TempDir
    private Path folder;

    @Command
    private static final class Line {
        @Mixin
        private ToolFlags tools = new ToolFlags();

        @Parameters(arity = "0..*")
        private List<String> files = List.of();
    }

    private Path program(String name, String script) throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    private PythonTools installed(Optional<Path> python) {
        return new PythonTools(
                new Environment(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(new StringWriter()),
                        Map.of("PATH", "relative:/nowhere:" + folder.resolve("bin")),
                        Optional.empty()),
                python);
    }

    private static Optional<String> profiled(String... words) {
        CommandLine line = new CommandLine(new Line());
        line.parseArgs(words);
        return Optional.ofNullable(line.getCommandSpec().findOption("--profile").getValue());
    }

    private static Line parse(String... words) {
        Line line = new Line();
        new CommandLine(line).parseArgs(words);
        return line;
    }

    @Test
    @DisplayName("--profile takes a rank or all, and is no reader of file names: rank 0 without")
    void ranks() {
        assertThat(profiled("--profile", "train.py")).contains("0");
        assertThat(parse("--profile", "train.py").files).containsExactly("train.py");
        assertThat(profiled("train.py", "--profile")).contains("0");
        assertThat(profiled("--profile", "3", "train.py")).contains("3");
        assertThat(profiled("--profile=all", "train.py")).contains("all");
        assertThat(parse("--profile=all", "train.py").files).containsExactly("train.py");
        assertThat(profiled("train.py")).isEmpty();
    }

    @Test
    @DisplayName("programs are found beside the Python that was named, then on the PATH; modules by asking that Python")
    void found() throws IOException {
        assertThat(installed(Optional.empty()).program("py-spy")).isEmpty();
        assertThat(installed(Optional.empty()).hasModule("torch"))
                .as("there is no Python")
                .isFalse();
        Path onPath = program("py-spy", "");
        assertThat(installed(Optional.empty()).program("py-spy")).contains(onPath);
        Path python = program("python3", "test \"$3\" = torch");
        assertThat(installed(Optional.of(python)).program("py-spy")).contains(onPath);
        assertThat(installed(Optional.empty()).hasModule("torch")).isTrue();
        assertThat(installed(Optional.empty()).hasModule("jax")).isFalse();
    }
}
