package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("StartRehearsal (OPS-124)")
@Timeout(120)
final class StartRehearsalTest {
    @Test
    void everyReviewOfTheSampleIsAnsweredByYes() {
        try (RehearsedServer server = new RehearsedServer()) {
            int accepted = server.rehearse(Duration.ofSeconds(100), 3);

            assertThat(accepted).isEqualTo(4 * 3);
        }
    }

    @Test
    void noTimeMeansNoRehearsal() {
        try (RehearsedServer server = new RehearsedServer()) {
            assertThat(server.rehearse(Duration.ZERO, 3)).isZero();
        }
    }

    @Test
    void itEndsAtItsTimeLimit() {
        try (RehearsedServer server = new RehearsedServer()) {
            assertThat(server.rehearse(Duration.ofMillis(1), 1_000_000)).isLessThan(1_000);
        }
    }

    @Test
    void whateverGoesWrongTheStartGoesOn() {
        try (RehearsedServer server = new RehearsedServer()) {
            StartRehearsal broken = new StartRehearsal(
                    server.loop, server.time, Duration.ofSeconds(50), 3, server.transport, (reviews, time, reader) -> {
                        throw new IllegalStateException("on purpose");
                    });

            assertThat(RehearsedServer.await(broken.run(Plugins.of()))).isZero();
        }
    }

    @Test
    @DisplayName("what the first review needs has been loaded by the rehearsal")
    void theFirstReviewFindsItsClassesLoaded(@TempDir Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        // A virtual machine in which nothing has been reviewed yet.
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RehearsedServer.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(100, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(output);
        assertThat(ended).as("the program ends, having said: %s", said).isTrue();
        String[] numbers = said.lines()
                .filter(line -> line.matches("\\d+ \\d+ \\d+ \\w+"))
                .findFirst()
                .orElse(said)
                .split(" ");

        assertThat(numbers).as(said).hasSize(4);
        assertThat(Integer.parseInt(numbers[1])).as("loaded by the rehearsal").isGreaterThan(500);
        assertThat(Integer.parseInt(numbers[2]))
                .as("loaded by the first review")
                .isLessThan(25);
        assertThat(numbers[3]).isEqualTo("true");
    }
}
