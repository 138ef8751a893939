package io.trainyard.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program that waits for a cluster's DNS before mpirun (MPI-84), with a DNS that knows names late or never. */
final class MpiWaitForHostsTest {
    private static final Path PROGRAM = Path.of("..", "examples", "programs", "wait-for-hosts.sh")
            .toAbsolutePath()
            .normalize();
    private static final long SECONDS = 60;

    @TempDir
    Path folder;

    private record Ended(int code, String output) {}

    @BeforeEach
    void makeDns() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        program(bin.resolve("hostname"), "echo wave-launcher-0-0");
        // A name is known from its third look-up on, unless it is one that never is.
        program(
                bin.resolve("getent"),
                """
                echo "$2" >>"%1$s/lookups"
                [ "$2" != never ] && [ "$(grep -cx "$2" "%1$s/lookups")" -ge 3 ]"""
                        .formatted(folder));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wave-node-0-0.wave slots=2\nwave-node-0-1.wave slots=2\n",
                "wave-node-0-0.wave:2\nwave-node-0-1.wave:2"
            })
    @DisplayName("the command starts when the launcher's own name and every host resolve, with its words as they are")
    void waits(String hostfile) throws Exception {
        Ended ended = run(hostfile, "11", "printf", "<%s>", "a b", "c");

        assertThat(ended).isEqualTo(new Ended(0, "<a b><c>"));
        assertThat(Files.readAllLines(folder.resolve("lookups")))
                .containsExactly(
                        "wave-launcher-0-0",
                        "wave-launcher-0-0",
                        "wave-launcher-0-0",
                        "wave-node-0-0.wave",
                        "wave-node-0-0.wave",
                        "wave-node-0-0.wave",
                        "wave-node-0-1.wave",
                        "wave-node-0-1.wave",
                        "wave-node-0-1.wave");
    }

    @Test
    @DisplayName("a name that never resolves ends the wait, is named, and nothing is started")
    void givesUp() throws Exception {
        Ended ended = run("never:2\n", "4", "echo", "started");

        assertThat(ended).isEqualTo(new Ended(68, "wait-for-hosts: never does not resolve, after 4 attempts\n"));
    }

    @Test
    @DisplayName("without a hostfile or a command it says what is missing")
    void misuse() throws Exception {
        assertThat(run("a:1\n", "1").output()).isEqualTo("wait-for-hosts: name the command to run, such as mpirun\n");
        assertThat(start(folder.resolve("none"), "1", "echo").output()).contains("cannot read the hostfile");
    }

    private Ended run(String hostfile, String attempts, String... command) throws Exception {
        return start(Files.writeString(folder.resolve("hostfile"), hostfile), attempts, command);
    }

    private Ended start(Path hostfile, String attempts, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(PROGRAM.toString()).redirectErrorStream(true);
        builder.command().addAll(List.of(command));
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("MPI_HOSTFILE", hostfile.toString());
        builder.environment().put("MPI_HOSTS_ATTEMPTS", attempts);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), output);
    }

    private static void program(Path file, String body) throws Exception {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
