package io.trainyard.local.kubelet.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("When which part of a log was written (LOCAL-28)")
final class LogTimesTest {
    private static final Instant FIRST = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    @Test
    @DisplayName("whoever reads the times while every second one is dropped finds the others")
    void halvedWhileItIsRead() throws Exception {
        Path file = folder.resolve("node.log.times");
        String line = "10 " + FIRST.toEpochMilli() + "\n";
        String many = line.repeat((1 << 20) / line.length() + 1);
        Files.writeString(file, many);
        ExecutorService monitor = Executors.newSingleThreadExecutor();
        try {
            Future<Void> noting = monitor.submit(() -> {
                for (int i = 0; i < 30; i++) {
                    LogTimes.note(file, 10, FIRST);
                    Path again = Files.writeString(folder.resolve("again"), many);
                    Files.move(again, file, StandardCopyOption.ATOMIC_MOVE);
                }
                return null;
            });
            while (!noting.isDone()) {
                assertThat(Files.size(file)).isGreaterThan(many.length() / 3);
            }
            noting.get();
            LogTimes.note(file, 20, FIRST);
            assertThat(LogTimes.read(file).length()).isEqualTo(20);
            assertThat(Files.size(file)).isLessThan(many.length());
        } finally {
            monitor.shutdownNow();
        }
    }
}
