package io.trainyard.launcher.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Files such as .gitignore, whoever wrote them (LOCAL-195, LOCAL-171)")
final class IgnoreFileTest {
    @TempDir
    private Path folder;

    private List<String> lines(byte[] content) throws IOException {
        return IgnoreFile.lines(Files.write(folder.resolve(".gitignore"), content));
    }

    @Test
    @DisplayName("name files in the letters of any language")
    void anyLetters() throws IOException {
        String line = lines("größe/\n".getBytes(StandardCharsets.UTF_8)).get(0);

        assertThat(IgnorePattern.of("", line)).hasValueSatisfying(pattern -> assertThat(pattern.matches("größe", true))
                .isTrue());
    }

    @Test
    @DisplayName("may begin with a mark of the order of bytes and have lines that end as on Windows")
    void ofWindows() throws IOException {
        assertThat(lines("\uFEFF*.log\r\nout/\r\n".getBytes(StandardCharsets.UTF_8)))
                .containsExactly("*.log", "out/");
    }

    @Test
    @DisplayName(
            "are read although a line of them is in another encoding; that one names nothing that can be written here")
    void otherEncodings() throws IOException {
        List<String> lines = lines("größe/\n*.log\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(lines).hasSize(2).last().isEqualTo("*.log");
    }
}
