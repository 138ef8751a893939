package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@DisplayName(
        "A program has the streams of the command that runs it, and its exit code is the command's (LOCAL-350, LOCAL-352)")
final class ProgramStreamsIT {
    @TempDir
    private Path folder;

    private TerminalSession user;

    @BeforeEach
    void open() {
        user = new TerminalSession(folder);
    }

    @AfterEach
    void end() throws Exception {
        user.leave();
    }

    @Test
    @DisplayName(
            "input, output and errors are the program's, byte for byte, and ours is one line before and after (LOCAL-351)")
    void streams() throws Exception {
        Files.writeString(
                folder.resolve("ask.py"),
                """
                import sys
                sys.stdout.write('hello ' + input() + '\\n')
                sys.stderr.write('oh\\n')
                sys.exit(3)
                """);

        TerminalSession.Seen seen = user.typesWithInput("Ada\n", "run", "ask.py", "--no-page");

        assertThat(seen.code()).as(seen.text()).isEqualTo(3);
        assertThat(seen.out()).isEqualTo("hello Ada\n");
        assertThat(seen.text()).contains("\noh\n", "ask: Failed after ").doesNotContain("Pod ", "POD ");
        // Two pipes have no common order: the log keeps together only what the program writes with one call.
        assertThat(user.types("logs", "ask").out().lines()).containsExactlyInAnyOrder("hello Ada", "oh");
    }

    @Test
    @DisplayName("in the background it ends with its own code, too, of which attach tells")
    void inTheBackground() throws Exception {
        assertThat(user.types("launch", "-d", "--no-page", "--", "sh", "-c", "kill -9 $$")
                        .code())
                .isZero();
        assertThat(user.types("attach").code()).isEqualTo(137);
    }

    @Test
    @DisplayName("on a terminal it writes to a terminal of the same width, and reads what is typed")
    void onATerminal() throws Exception {
        Files.writeString(
                folder.resolve("tty.py"),
                """
                import os, sys
                print('terminals', sys.stdin.isatty(), sys.stdout.isatty(), sys.stderr.isatty())
                print('columns', os.get_terminal_size().columns)
                print('got', input('name? '))
                """);
        Path shown = folder.resolve("shown");
        Process process = new ProcessBuilder(
                        "script",
                        "-qec",
                        "stty cols 97; exec " + Distribution.program() + " run tty.py --no-page",
                        "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(shown.toFile())
                .start();
        try (OutputStream keyboard = process.getOutputStream()) {
            keyboard.write("Ada\n".getBytes(StandardCharsets.UTF_8));
            keyboard.flush();
            assertThat(process.waitFor()).isZero();
        }
        assertThat(Files.readString(shown)).contains("terminals True True True", "columns 97", "got Ada");
    }
}
