package io.trainyard.local.kubelet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A container of an engine that does not do what it is told (LOCAL-60)")
@ExtendWith(VertxExtension.class)
final class EngineContainerTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private Process foreground;
    private EngineContainer container;

    @BeforeEach
    void start(Vertx vertx) throws IOException {
        Path engine = folder.resolve("docker");
        Files.writeString(
                engine,
                """
                #!/bin/sh
                echo "$1" >> "$0.asked"
                if [ -e "$0.away" ]; then
                    echo "Cannot connect to the engine"
                    exit 1
                fi
                [ -e "$0.knows" ] && exit 0
                [ "$1" = ps ] && exit 0
                echo "No such container: $4"
                exit 1
                """);
        Files.setPosixFilePermissions(engine, PosixFilePermissions.fromString("rwx------"));
        foreground = new ProcessBuilder("cat").start();
        container = new EngineContainer(
                vertx.getOrCreateContext(),
                vertx.createSharedWorkerExecutor("engine"),
                new EngineCommands(engine.toString(), false, "r1"),
                "c1",
                foreground);
    }

    @AfterEach
    void stop() {
        foreground.destroyForcibly();
    }

    @Test
    @DisplayName("is not killed before the engine knows it, and that is told")
    void killFails() throws IOException {
        assertThat(container.kill().toCompletionStage().toCompletableFuture())
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("No such container: c1");

        Files.createFile(folder.resolve("docker.knows"));

        assertThat(container.kill().toCompletionStage().toCompletableFuture()).succeedsWithin(LIMIT);
    }

    @Test
    @DisplayName("may have ended before it is asked to")
    void askingIsNoMoreThanAsking() {
        assertThat(container.terminate().toCompletionStage().toCompletableFuture())
                .succeedsWithin(LIMIT);
    }

    @Test
    @DisplayName(
            "counts as ended only when the engine says that it is gone, whatever became of the program that ran it")
    void endsWhenItIsGone() throws Exception {
        Path away = Files.createFile(folder.resolve("docker.away"));
        foreground.destroyForcibly();
        Awaitility.await("a look for the container").atMost(LIMIT).until(() -> !asked().isEmpty());
        assertThat(container.exit().isComplete()).isFalse();

        Files.delete(away);

        assertThat(container.exit().toCompletionStage().toCompletableFuture()).succeedsWithin(LIMIT);
    }

    private List<String> asked() throws IOException {
        Path log = folder.resolve("docker.asked");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }
}
