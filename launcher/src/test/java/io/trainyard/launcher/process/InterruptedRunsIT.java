package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.foundation.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Programs may save before every early end of a run: the program of the distribution, real processes (LOCAL-81, LOCAL-82). */
final class InterruptedRunsIT extends LocalRuns {
    private static final String TRAIN =
            """
            import time
            try:
                open("runs", "w").close()
                time.sleep(600)
            except KeyboardInterrupt:
                open("saved", "w").close()
            finally:
                open("cleaned", "w").close()
            """;

    /** Types a key at a terminal as soon as there is the file {@code runs}. */
    private static final String TERMINAL =
            """
            import os, pty, select, signal, sys, time
            program, terminal = pty.fork()
            if program == 0:
                # A build in the background ignores SIGINT, and so would what it starts.
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.execv(sys.argv[2], sys.argv[2:])
            typed = False
            while True:
                if not typed and os.path.exists("runs"):
                    time.sleep(1)
                    os.write(terminal, bytes([int(sys.argv[1])]))
                    typed = True
                # A quiet program shows nothing until the key is typed.
                if not select.select([terminal], [], [], 0.1)[0]:
                    continue
                try:
                    shown = os.read(terminal, 4096)
                except OSError:
                    break
                if not shown:
                    break
                sys.stdout.buffer.write(shown)
                sys.stdout.flush()
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
            """;

    private static final String CTRL_C = "3";
    private static final String CTRL_BACKSLASH = "28";

    @BeforeEach
    void writeProgram() throws Exception {
        Files.writeString(folder.resolve("train.py"), TRAIN);
    }

    @AfterEach
    void stopService() throws Exception {
        run("down", "--now");
    }

    @Test
    @DisplayName("Ctrl-C at a terminal: run ends with 130, dev too")
    void atATerminal() throws Exception {
        assertThat(typed(CTRL_C, "run", "train.py", "--no-page").code()).isEqualTo(130);
        assertSaved();

        assertThat(typed(CTRL_C, "dev", "train.py", "--no-page").code()).isEqualTo(130);
        assertSaved();
    }

    @Test
    @DisplayName("Ctrl-\\ shows no thread dump, and the run goes on")
    void noThreadDump() throws Exception {
        Run seen = typed(CTRL_BACKSLASH, "run", "train.py", "--no-page", "--timeout", "10s");

        assertThat(seen.code()).isEqualTo(124);
        assertThat(seen.out()).doesNotContain("Full thread dump", "java.base").contains("stopped by --timeout");
        assertSaved();
    }

    @Test
    @DisplayName("trainyard stop and SIGTERM of somebody else are told apart, and let programs save")
    void stopped() throws Exception {
        Process stopped = begin("run", "train.py");
        assertThat(run("stop", "latest").code()).isZero();
        assertThat(end(stopped)).isEqualTo(130);
        assertSaved();
        assertThat(run("why", "latest").out()).contains("it was stopped by trainyard stop");

        Process terminated = begin("run", "train.py");
        Signals.send(terminated, "TERM");
        assertThat(end(terminated)).isEqualTo(130);
        assertSaved();
        assertThat(run("why", "latest").out()).contains("it was stopped by SIGTERM");
    }

    @Test
    @DisplayName("trainyard stop of a job of the service, and down")
    void inAService() throws Exception {
        Assumptions.assumeTrue(kubectl("version", "--client") == 0, "no kubectl on the path");
        assertThat(run("up").code()).isZero();
        apply("stopped");
        assertThat(run("stop", "stopped").code()).isZero();
        assertSaved();

        apply("ended");
        assertThat(run("down").code()).isZero();
        assertSaved();
    }

    private void apply(String name) throws Exception {
        String command = Json.text(List.of("sh", "-c", "cd '" + folder + "' && exec python3 train.py"));
        Path file = Files.writeString(folder.resolve(name + ".yaml"), trainJob(name, "plain-distributed", command));
        assertThat(kubectl(
                        "--kubeconfig",
                        folder.resolve(".trainyard/service/kubeconfig").toString(),
                        "apply",
                        "-f",
                        file.toString()))
                .isZero();
        await().atMost(LIMIT).until(() -> Files.exists(folder.resolve("runs")));
    }

    private int kubectl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec kubectl \"$@\" >kubectl.log 2>&1", "sh"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(folder.toFile()).start().waitFor();
    }

    private Process begin(String... arguments) throws Exception {
        Process process = start(arguments);
        await().atMost(LIMIT).until(() -> Files.exists(folder.resolve("runs")));
        return process;
    }

    private static int end(Process process) throws Exception {
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private Run typed(String key, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("python3", "-c", TERMINAL, key, Distribution.program().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(end(process), shown, "");
    }

    private void assertSaved() throws Exception {
        for (String file : List.of("runs", "saved", "cleaned")) {
            assertThat(folder.resolve(file)).exists();
            Files.delete(folder.resolve(file));
        }
    }
}
