package io.trainyard.launcher.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests in {@code clients/status}; they need nothing but Python. */
@DisplayName("The Python file that reports progress (SSRV-66, SSRV-70)")
final class StatusClientIT {
    private static final Path SUITE = Path.of("..", "clients", "status").toAbsolutePath();

    @Test
    @DisplayName("what it sends, and that it never harms the program")
    void theSuitePasses(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("unittest.log");
        ProcessBuilder builder = new ProcessBuilder(List.of("python3", "-m", "unittest", "discover", "-s", "tests"))
                .directory(SUITE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");

        Process suite = builder.start();
        boolean ended = suite.waitFor(2, TimeUnit.MINUTES);
        suite.destroyForcibly();

        assertThat(ended ? suite.exitValue() : -1).as(Files.readString(log)).isZero();
    }
}
