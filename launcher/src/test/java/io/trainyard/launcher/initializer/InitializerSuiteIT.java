package io.trainyard.launcher.initializer;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.python.PythonEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests in {@code clients/initializer}. Skipped where the packages that they need were not installed before, and those of Google Cloud Storage where there is
 * no server for them, unless {@code -Dinitializer.required=true}.
 */
@DisplayName("The initializer against real stores (INIT-01 to INIT-87)")
final class InitializerSuiteIT {
    private static final Path SUITE = Path.of("..", "clients", "initializer").toAbsolutePath();
    private static final long SUITE_MINUTES = 10;

    @Test
    @DisplayName("every scheme, bad input, kills and the cache")
    void theSuitePasses(@TempDir Path folder) throws Exception {
        boolean required = Boolean.getBoolean("initializer.required");
        PythonEnvironment.Attempt python = PythonEnvironment.prepare(SUITE.resolve("tests/requirements.txt"), required);
        if (!required) {
            Assumptions.assumeTrue(
                    python.environment().isPresent(),
                    "what the initializer's tests need cannot be installed: " + python.problem());
        }
        PythonEnvironment environment = python.environment().orElseThrow(() -> new AssertionError(python.problem()));
        Path log = folder.resolve("pytest.log");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        environment.python().toString(),
                        "-m",
                        "pytest",
                        "-q",
                        "-rs",
                        "--basetemp=" + folder.resolve("files")))
                .directory(SUITE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        String server = System.getProperty("initializer.gcs", "");
        if (!server.isEmpty()) {
            builder.environment().put("FAKE_GCS_SERVER", server);
        }
        Process suite = builder.start();
        boolean ended = suite.waitFor(SUITE_MINUTES, TimeUnit.MINUTES);
        suite.destroyForcibly();

        String output = Files.readString(log);
        assertThat(ended ? suite.exitValue() : -1).as(output).isZero();
        if (required) {
            assertThat(output).as("nothing is skipped").doesNotContain("SKIPPED");
        }
    }
}
