package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line of the development loop (LOCAL-171 to LOCAL-173). */
final class DevCommandTest {
    private static final Path RUNTIMES =
            Path.of("..", "deploy", "runtimes").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();

    private CommandRun dev(String... further) throws Exception {
        Path script = Files.writeString(folder.resolve("train.py"), "print(1)\n");
        String[] args = new String[further.length + 4];
        args[0] = "dev";
        args[1] = script.toString();
        args[2] = "--runtimes";
        args[3] = RUNTIMES.toString();
        System.arraycopy(further, 0, args, 4, further.length);
        return CommandRun.of(services, args);
    }

    @Test
    @DisplayName("takes what run takes, and watches the named file (LOCAL-171, LOCAL-172)")
    void starts() throws Exception {
        CommandRun run = dev("--nodes", "3", "--", "--epochs", "1");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(services.localRequest.trainJobs().get(0).getSpec().trainer().numNodes())
                .isEqualTo(3);
        assertThat(services.localRequest.trainJobs().get(0).getSpec().trainer().command())
                .endsWith(folder.resolve("train.py").toString(), "--epochs", "1");
        assertThat(services.localRequest.machine().grace()).isEmpty();
        assertThat(services.development.files()).containsExactly(folder.resolve("train.py"));
        assertThat(services.development.signal()).isEmpty();
    }

    @Test
    @DisplayName("reads the files again when it is asked to, for the same run (LOCAL-173)")
    void readsAgain() throws Exception {
        assertThat(dev("--grace", "7s", "--nodes", "2").code()).isZero();
        Files.writeString(folder.resolve("train.py"), "import jax\n");

        assertThat(services.development
                        .input()
                        .get()
                        .trainJobs()
                        .get(0)
                        .getSpec()
                        .runtimeRef()
                        .name())
                .isEqualTo("jax-distributed");
        assertThat(services.development.input().get().machine()).isEqualTo(services.localRequest.machine());
        assertThat(services.localRequest.machine().grace()).contains(Duration.ofSeconds(7));
    }

    @DisplayName("a signal is named as kill does, with or without SIG (LOCAL-172)")
    @ParameterizedTest
    @CsvSource({"HUP, HUP", "SIGUSR1, USR1"})
    void signals(String given, String signal) throws Exception {
        assertThat(dev("--signal", given).code()).isZero();
        assertThat(services.development.signal()).isEqualTo(Optional.of(signal));
    }

    @DisplayName("what has nothing to show or to watch is refused (LOCAL-173)")
    @ParameterizedTest
    @CsvSource({
        "-d, only of 'trainyard run', 125",
        "--dry-run, only of 'trainyard run', 2",
        "-, standard input cannot be watched, 125",
        "--signal=-9, must be the name of a signal, 125"
    })
    void refuses(String option, String message, int code) throws Exception {
        CommandRun run = dev(option);

        assertThat(run.code()).isEqualTo(code);
        assertThat(run.err()).contains(message);
    }
}
