package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Which modules a Python has")
final class InstalledModulesTest {
    private final InstalledModules modules = new InstalledModules();

    @TempDir
    private Path folder;

    /** A Python that has every module as soon as there is a file beside it. */
    @BeforeEach
    void install() throws Exception {
        Path python = Files.writeString(folder.resolve("python"), "#!/bin/sh\n[ -e \"${0%/*}/installed\" ]\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void whatIsInstalledLaterIsFoundThen() throws Exception {
        assertThat(has()).isFalse();

        Files.createFile(folder.resolve("installed"));

        assertThat(has()).isTrue();
    }

    @Test
    void whatWasThereIsNotAskedForAgain() throws Exception {
        Files.createFile(folder.resolve("installed"));
        assertThat(has()).isTrue();

        Files.delete(folder.resolve("python"));

        assertThat(has()).isTrue();
    }

    private boolean has() {
        return modules.has(folder.resolve("python"), "torch", Map.of(), folder);
    }
}
