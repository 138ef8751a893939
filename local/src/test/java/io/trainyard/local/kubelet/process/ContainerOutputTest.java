package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@DisplayName("What a program writes reaches its log and the console as it was written (LOCAL-350)")
final class ContainerOutputTest {
    /** The case "Programs that open /dev/stdout", in one script. */
    private static final String BY_NAME =
            """
            echo 1
            echo 2 > /dev/stdout
            echo 3
            echo 4 | tee /dev/stderr
            echo 5 >> /dev/stdout
            echo 6 > /proc/self/fd/1
            echo 7 > /dev/fd/1
            echo 8 >&2
            """;

    @TempDir
    private Path folder;

    private Path log() {
        return folder.resolve("node.log");
    }

    private static ProcessBuilder shell(String script) {
        return new ProcessBuilder("/bin/sh", "-c", script).redirectInput(Redirect.from(new java.io.File("/dev/null")));
    }

    private Console console(boolean terminal) throws IOException {
        Path input = Files.writeString(folder.resolve("input"), "Ada\n");
        return new Console(
                Redirect.from(input.toFile()),
                new Console.Stream(Redirect.to(folder.resolve("out").toFile()), terminal),
                new Console.Stream(Redirect.to(folder.resolve("err").toFile()), terminal),
                task -> {});
    }

    private static int end(ContainerOutput.Started started) throws Exception {
        int code = started.program().waitFor();
        started.output().end().get(60, TimeUnit.SECONDS);
        return code;
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("a program that opens /dev/stdout by name cuts nothing off its log")
    void standardOutputByName() throws Exception {
        assertThat(end(ContainerOutput.start(shell(BY_NAME), log()))).isZero();
        assertThat(text("node.log")).isEqualTo("1\n2\n3\n4\n4\n5\n6\n7\n8\n");
    }

    @Test
    @DisplayName("in the foreground, output and errors stay apart, and both are in the log")
    void apart() throws Exception {
        assertThat(end(ContainerOutput.start(
                        shell("read name; echo hello $name; echo oh >&2; printf '\\377\\0 end'; exit 3"),
                        log(),
                        console(false))))
                .isEqualTo(3);
        assertThat(Files.readAllBytes(folder.resolve("out")))
                .isEqualTo("hello Ada\n\u00ff\0 end".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(text("err")).isEqualTo("oh\n");
        assertThat(Files.readString(log(), StandardCharsets.ISO_8859_1))
                .contains("hello Ada\n", "oh\n", "\u00ff\0 end");
    }

    @Test
    @DisplayName("in the foreground, /dev/stderr can be opened by name, too")
    void errorsByName() throws Exception {
        end(ContainerOutput.start(shell("echo 1 >&2; echo 2 > /dev/stderr; echo 3 >&2"), log(), console(false)));
        assertThat(text("err")).isEqualTo("1\n2\n3\n");
    }

    @Test
    @DisplayName("where somebody looks at it, it writes to a terminal, and no byte is changed")
    void terminal() throws Exception {
        end(ContainerOutput.start(
                shell("test -t 1 && test -t 2 && printf '10%%\\r20%%\\r\\nlast' && read name && echo $name"),
                log(),
                console(true)));
        assertThat(text("out")).isEqualTo("10%\r20%\r\nlastAda\n").isEqualTo(text("node.log"));
    }

    @Test
    @DisplayName("a long output to a terminal arrives whole and in order")
    void muchToTerminal() throws Exception {
        end(ContainerOutput.start(shell("seq 1 100000"), log(), console(true)));
        assertThat(text("out").lines().count()).isEqualTo(100_000);
        assertThat(text("out")).endsWith("\n99999\n100000\n").isEqualTo(text("node.log"));
    }

    @Test
    @DisplayName("a program that leaves somebody with its output behind is seen to end")
    void leftBehind() throws Exception {
        ContainerOutput.Started started = ContainerOutput.start(shell("sleep 600 & echo $!; echo done"), log());
        assertThat(started.program().waitFor()).isZero();
        assertThatThrownBy(() -> started.output().end().get(10, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        // What it wrote is in the log all the same.
        while (!text("node.log").endsWith("done\n")) {
            Thread.onSpinWait();
        }
        ProcessHandle.of(Long.parseLong(text("node.log").lines().findFirst().orElseThrow()))
                .ifPresent(ProcessHandle::destroyForcibly);
        started.output().end().get(60, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("a program that does not exist is told of, and nothing that would have copied stays")
    void missingProgram() throws Exception {
        assertThatThrownBy(() -> ContainerOutput.start(new ProcessBuilder("/no/such"), log(), console(true)))
                .isInstanceOf(IOException.class);
        while (ProcessHandle.current()
                .descendants()
                .anyMatch(child -> child.info().commandLine().orElse("").contains(log().toString()))) {
            Thread.onSpinWait();
        }
    }
}
