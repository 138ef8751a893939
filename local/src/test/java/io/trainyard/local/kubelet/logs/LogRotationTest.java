package io.trainyard.local.kubelet.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogRotationTest {
    @Test
    void aLogThatIsTooLargeBeginsAnewAndItsContentIsKeptOnce(@TempDir Path folder) throws IOException {
        Path log = Files.writeString(folder.resolve("main.log"), "0123456789");

        assertThat(LogRotation.rotate(log, 10)).isFalse();
        assertThat(LogRotation.rotate(log, 9)).isTrue();

        assertThat(log).isEmptyFile();
        assertThat(folder.resolve("main.log.old")).hasContent("0123456789");
    }
}
