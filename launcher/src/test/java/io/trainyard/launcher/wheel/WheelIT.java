package io.trainyard.launcher.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests in {@code wheel/tests}, with a wheel of this build. Skipped without {@code -Dwheel.packages=FOLDER}, where the wheels lie that
 * {@code .ci/requirements/wheel.txt} names, unless {@code -Dwheel.required=true}.
 */
@DisplayName("The wheel: installed by pip, started by uvx and pipx, without a Java on the PATH")
final class WheelIT {
    private static final Path SUITE = Path.of("..", "wheel").toAbsolutePath();
    private static final long SUITE_MINUTES = 10;

    @Test
    @DisplayName("install, start, the Python of programs, and an archive of classes for each Java")
    void theSuitePasses(@TempDir Path folder) throws Exception {
        boolean required = Boolean.getBoolean("wheel.required");
        String packages = System.getProperty("wheel.packages", "");
        Assumptions.assumeTrue(required || !packages.isEmpty(), "-Dwheel.packages names no folder");
        Path log = folder.resolve("unittest.log");
        ProcessBuilder builder = new ProcessBuilder(List.of("python3", "-m", "unittest", "discover", "-s", "tests"))
                .directory(SUITE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("TRAINYARD_PACKAGES", packages);
        builder.environment().put("TRAINYARD_JAVA", System.getProperty("java.home"));

        Process suite = builder.start();
        boolean ended = suite.waitFor(SUITE_MINUTES, TimeUnit.MINUTES);
        suite.destroyForcibly();

        String output = Files.readString(log);
        assertThat(ended ? suite.exitValue() : -1).as(output).isZero();
        output.lines().filter(line -> line.startsWith("from the command")).forEach(System.out::println);
    }
}
