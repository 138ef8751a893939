package io.trainyard.launcher.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class that grows past what one reads at a sitting has more than one job. */
final class SourceSizeTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void noFileIsTooLong() throws IOException {
        List<Path> files = javaFiles();

        assertThat(files).hasSizeGreaterThan(200);
        assertThat(files.stream()
                        .filter(file -> lines(file) > (isTest(file) ? 800 : 500))
                        .map(ROOT::relativize))
                .isEmpty();
    }

    @Test
    void mainStaysAFewLines() throws IOException {
        assertThat(javaFiles().stream().filter(file -> file.endsWith("io/trainyard/launcher/Main.java")))
                .singleElement()
                .satisfies(main -> assertThat(lines(main)).isLessThan(40));
    }

    private static List<Path> javaFiles() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(SourceSizeTest::javaFilesBelow)
                    .toList();
        }
    }

    private static Stream<Path> javaFilesBelow(Path folder) {
        try {
            return Files.walk(folder).filter(file -> file.toString().endsWith(".java"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static boolean isTest(Path file) {
        return file.toString().contains("/src/test/");
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
