package io.trainyard.launcher.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what the start script changes for Java is not seen by programs (LOCAL-233)")
final class UserVariablesTest {
    @Test
    void aLocaleThatWasNotSetIsNotSet() {
        assertThat(UserVariables.of(Map.of("LC_ALL", "C.UTF-8", "TRAINYARD_LC_ALL", "", "A", "b")))
                .isEqualTo(Map.of("A", "b"));
    }

    @Test
    void aLocaleThatWasSetIsTheUsers() {
        assertThat(UserVariables.of(Map.of("LC_ALL", "C.UTF-8", "TRAINYARD_LC_ALL", "=C")))
                .isEqualTo(Map.of("LC_ALL", "C"));
        assertThat(UserVariables.of(Map.of("LC_ALL", "C.UTF-8", "TRAINYARD_LC_ALL", "=")))
                .isEqualTo(Map.of("LC_ALL", ""));
    }

    @Test
    @DisplayName(
            "relative folders in PATH, PYTHONPATH and LD_LIBRARY_PATH are those of the user, wherever programs start (LOCAL-284)")
    void foldersOfTheUser() {
        assertThat(UserVariables.withFoldersOf(
                        Path.of("/home/u/project"),
                        Map.of("PYTHONPATH", ".:src::/opt/lib", "PATH", ".venv/bin:/usr/bin", "OTHER", "src")))
                .isEqualTo(Map.of(
                        "PYTHONPATH", "/home/u/project:/home/u/project/src::/opt/lib",
                        "PATH", "/home/u/project/.venv/bin:/usr/bin",
                        "OTHER", "src"));
    }

    @Test
    void theMemoryOfJavaIsNotThatOfPrograms() {
        assertThat(UserVariables.of(Map.of("MALLOC_ARENA_MAX", "1", "TRAINYARD_MALLOC", "1", "A", "b")))
                .isEqualTo(Map.of("A", "b"));
        assertThat(UserVariables.of(Map.of("MALLOC_ARENA_MAX", "4"))).isEqualTo(Map.of("MALLOC_ARENA_MAX", "4"));
    }

    @Test
    void whereTheScriptChangedNothingAllStays() {
        assertThat(UserVariables.of(Map.of("LC_ALL", "de_DE.UTF-8"))).isEqualTo(Map.of("LC_ALL", "de_DE.UTF-8"));
    }
}
