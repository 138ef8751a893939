package io.trainyard.launcher.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The folder of a service (LOCAL-287)")
final class OwnFolderTest {
    @TempDir
    private Path state;

    private Path lock;
    private OwnFolder folder;

    @BeforeEach
    void begin() throws IOException {
        lock = Files.createFile(Files.createDirectory(state.resolve("service")).resolve("lock"));
        folder = OwnFolder.of(lock);
    }

    @Test
    @DisplayName("is its own as long as it stays, whatever is written into it")
    void stays() throws IOException {
        Files.writeString(lock, "locked");
        Files.writeString(lock.resolveSibling("service.json"), "{}");

        assertThat(folder.isGone()).isFalse();
    }

    @Test
    @DisplayName("is gone when somebody has removed it")
    void isRemoved() throws IOException {
        Files.delete(lock);
        Files.delete(lock.getParent());

        assertThat(folder.isGone()).isTrue();
    }

    @Test
    @DisplayName("is gone when there is another one of its name")
    void isReplaced() throws IOException {
        Files.move(lock.getParent(), state.resolve("before"));
        Files.createDirectory(lock.getParent());
        Files.createFile(lock);

        assertThat(folder.isGone()).isTrue();
    }
}
