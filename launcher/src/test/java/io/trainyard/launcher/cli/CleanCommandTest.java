package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** INIT-92: what {@code clean --cache} removes and tells. */
final class CleanCommandTest {
    @TempDir
    private Path caches;

    private Path data;

    private Path packages;

    @BeforeEach
    void aCacheAndAnEnvironment() throws IOException {
        data = entry("initializer/data", 2048);
        packages = entry("initializer-python/python", 3 << 20);
    }

    private Path entry(String name, int bytes) throws IOException {
        Path entry = Files.createDirectories(caches.resolve("trainyard").resolve(name));
        Files.write(entry.resolve("file"), new byte[bytes]);
        Path lock = Files.createFile(entry.resolve("lock"));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        return entry;
    }

    private CommandRun clean(String... more) {
        String[] args = new String[more.length + 2];
        args[0] = "clean";
        args[1] = "--cache";
        System.arraycopy(more, 0, args, 2, more.length);
        return CommandRun.of(
                new RecordingServices(),
                "",
                Map.of("XDG_CACHE_HOME", caches.toString(), "PATH", System.getenv("PATH")),
                Optional.empty(),
                args);
    }

    @Test
    void thePythonPackagesOfInitializersGoWithTheData() {
        CommandRun run = clean();

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("removed data, 2.0 KiB", "removed Python packages python, 3.0 MiB")
                .contains("initializer now holds 0 B", "initializer-python now holds 0 B");
        assertThat(data).doesNotExist();
        assertThat(packages).doesNotExist();
    }

    @Test
    void aDryRunTellsTheirSizesAndRemovesNothing() {
        CommandRun run = clean("--dry-run");

        assertThat(run.out())
                .contains("would remove data, 2.0 KiB", "would remove Python packages python, 3.0 MiB")
                .contains("initializer holds 2.0 KiB", "initializer-python holds 3.0 MiB");
        assertThat(packages).isDirectory();
    }

    @Test
    void packagesThatWereUsedLatelyStay() throws IOException {
        Files.setLastModifiedTime(packages.resolve("lock"), FileTime.from(Instant.now()));

        CommandRun run = clean("--older-than", "7d");

        assertThat(run.out()).contains("removed data").contains("initializer-python now holds 3.0 MiB");
        assertThat(packages).isDirectory();
        assertThat(data).doesNotExist();
    }
}
