package io.trainyard.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trainings of the real Lightning with the callback of {@code clients/status}. */
final class LightningIT {
    private static final Path SUITE = Path.of("..", "clients", "status").toAbsolutePath();
    private static final long SECONDS = 120;

    @Test
    @DisplayName(
            "the callback for Lightning reports steps, epoch and loss of a real training up to its end, under both names of the library, and no end of one that fails (SSRV-70)")
    void trainingsAreReported(@TempDir Path folder) throws Exception {
        Path python = InstalledPython.require("lightning");
        Path log = folder.resolve("unittest.log");
        ProcessBuilder builder = new ProcessBuilder(
                        python.toString(), "-m", "unittest", "discover", "-s", "tests", "-p", "with_lightning.py")
                .directory(SUITE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");

        Process suite = builder.start();
        boolean ended = suite.waitFor(SECONDS, TimeUnit.SECONDS);
        suite.destroyForcibly();

        assertThat(ended ? suite.exitValue() : -1).as(Files.readString(log)).isZero();
    }
}
