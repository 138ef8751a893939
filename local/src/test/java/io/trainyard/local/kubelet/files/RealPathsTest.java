package io.trainyard.local.kubelet.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-101: links lead out of a folder, whatever their names say. */
@DisabledOnOs(OS.WINDOWS)
final class RealPathsTest {
    @TempDir
    private Path folder;

    @Test
    void aLinkOutOfAFolderIsNotWithinIt() throws Exception {
        Path work = Files.createDirectory(folder.resolve("work"));
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.createSymbolicLink(work.resolve("out"), outside);
        Files.createSymbolicLink(work.resolve("nowhere"), folder.resolve("missing"));
        Files.createDirectory(work.resolve("in"));

        assertThat(RealPaths.isWithin(work.resolve("in"), List.of(work))).isTrue();
        assertThat(RealPaths.isWithin(work.resolve("in/new/deep"), List.of(work)))
                .isTrue();
        assertThat(RealPaths.isWithin(work.resolve("out"), List.of(work))).isFalse();
        assertThat(RealPaths.isWithin(work.resolve("out/new"), List.of(work))).isFalse();
        assertThatThrownBy(() -> RealPaths.isWithin(work.resolve("nowhere"), List.of(work)))
                .isInstanceOf(java.io.IOException.class);
    }
}
