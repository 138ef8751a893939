package io.trainyard.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Virtual environments with frameworks, which {@code .ci/run} makes in the user's cache folder. */
final class InstalledPython {
    private InstalledPython() {}

    /**
     * The interpreter of one of them. Skips the test where it is missing, or fails it where everything has to be there.
     *
     * @param name what the folder is called after {@code python-}
     */
    static Path require(String name) {
        String cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .orElseGet(() -> System.getProperty("user.home") + "/.cache");
        Path python = Path.of(cache, "trainyard", "python-" + name, "bin", "python");
        boolean there = Files.isExecutable(python);
        if (Boolean.getBoolean("frameworks.required")) {
            assertThat(there).as("%s is there; .ci/run makes it", python).isTrue();
        }
        assumeTrue(there, () -> "skipped: there is no " + python + "; .ci/run makes it");
        return python;
    }
}
