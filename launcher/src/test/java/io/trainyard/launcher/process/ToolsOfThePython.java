package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A virtual environment with py-spy, which {@code .ci/run} makes in the user's cache folder. */
final class ToolsOfThePython {
    private ToolsOfThePython() {}

    /** Its interpreter. Skips the test where it is missing, or fails it where everything has to be there. */
    static Path require() {
        String cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .orElseGet(() -> System.getProperty("user.home") + "/.cache");
        Path python = Path.of(cache, "trainyard", "python-tools", "bin", "python");
        boolean there = Files.isExecutable(python);
        if (Boolean.getBoolean("frameworks.required")) {
            assertThat(there).as("%s is there; .ci/run makes it", python).isTrue();
        }
        assumeTrue(there, () -> "skipped: there is no " + python + "; .ci/run makes it");
        return python;
    }
}
