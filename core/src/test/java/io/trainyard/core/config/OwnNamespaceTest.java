package io.trainyard.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("OPS-01: own namespace")
final class OwnNamespaceTest {
    @TempDir
    private Path folder;

    @Test
    void theFileTellsTheNamespace() throws Exception {
        assertThat(OwnNamespace.read(Files.writeString(folder.resolve("namespace"), " team-a\n")))
                .isEqualTo("team-a");
    }

    @Test
    void withoutFileOrContentTheDefaultHolds() throws Exception {
        assertThat(OwnNamespace.read(folder.resolve("none"))).isEqualTo("kubeflow-system");
        assertThat(OwnNamespace.read(Files.writeString(folder.resolve("empty"), "\n")))
                .isEqualTo("kubeflow-system");
    }
}
