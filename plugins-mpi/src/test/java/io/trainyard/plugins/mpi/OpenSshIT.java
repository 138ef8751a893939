package io.trainyard.plugins.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Our keys against the real OpenSSH. Skipped where it is missing, unless {@code -Dmpi.required=true}. */
final class OpenSshIT {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final Path SSH = Path.of("/usr/bin/ssh");
    private static final Path SSH_KEYGEN = Path.of("/usr/bin/ssh-keygen");
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"EC_P521, 60, 521, ECDSA", "ED25519, 20, 256, ED25519"})
    @DisplayName("ssh-keygen reads the private key and finds our public key in it (SSH-40)")
    void sshKeygenReadsThem(KeyAlgorithm algorithm, int pairs, String bits, String kind) throws Exception {
        require(SSH_KEYGEN);
        for (int i = 0; i < pairs; i++) {
            KeyPairText pair = SshKeys.generate(algorithm);
            Path key = write("key" + i, pair.privateKey(), "rw-------");
            Path line = write("key" + i + ".pub", pair.publicKey(), "rw-r--r--");

            String printed = run(List.of(SSH_KEYGEN.toString(), "-y", "-f", key.toString()));
            String[] expected = text(pair.publicKey()).strip().split(" ");
            assertThat(printed.strip().split(" ")).startsWith(expected);
            assertThat(run(List.of(SSH_KEYGEN.toString(), "-l", "-f", line.toString())))
                    .startsWith(bits + " ")
                    .contains("(" + kind + ")");
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "sshd takes the key as its own and as that of the user, and a changed public key does not let anybody in (SSH-41, SSH-42)")
    void sshdAcceptsThem(KeyAlgorithm algorithm) throws Exception {
        require(SSHD);
        require(SSH);
        KeyPairText pair = SshKeys.generate(algorithm);
        Path key = write("id_rsa", pair.privateKey(), "rw-------");
        Path authorized = write("authorized_keys", pair.publicKey(), "rw-r--r--");
        int port = freePort();
        Path configuration = write(
                "sshd_config",
                ("PidFile " + folder.resolve("sshd.pid") + "\nHostKey " + key + "\nStrictModes no\nPort " + port
                                + "\nListenAddress 127.0.0.1\nAuthorizedKeysFile " + authorized + "\n")
                        .getBytes(StandardCharsets.US_ASCII),
                "rw-r--r--");
        if (Files.isWritable(Path.of("/run"))) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        Process server = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        try {
            awaitListening(server, port);
            List<String> login = List.of(
                    SSH.toString(),
                    "-F",
                    "/dev/null",
                    "-i",
                    key.toString(),
                    "-p",
                    String.valueOf(port),
                    "-o",
                    "IdentitiesOnly=yes",
                    "-o",
                    "BatchMode=yes",
                    "-o",
                    "StrictHostKeyChecking=no",
                    "-o",
                    "UserKnownHostsFile=/dev/null",
                    "127.0.0.1",
                    "true");

            assertThat(exit(login))
                    .as(Files.readString(folder.resolve("sshd.log")))
                    .isZero();

            byte[] changed = pair.publicKey().clone();
            int last = changed.length - 6;
            changed[last] = (byte) (changed[last] == 'A' ? 'B' : 'A');
            Files.write(authorized, changed);
            assertThat(exit(login)).as("login with a changed public key").isNotZero();
        } finally {
            server.destroy();
            server.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void require(Path program) {
        boolean there = Files.isExecutable(program);
        if (Boolean.getBoolean("mpi.required")) {
            assertThat(there).as("%s is installed", program).isTrue();
        }
        assumeTrue(there, () -> "skipped: " + program + " is missing; install OpenSSH's client and server");
    }

    private Path write(String name, byte[] content, String permissions) throws IOException {
        Path file = folder.resolve(name);
        Files.write(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    private String run(List<String> command) throws Exception {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        String printed = Files.readString(output);
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }

    private int exit(List<String> command) throws Exception {
        Process process = new ProcessBuilder(new ArrayList<>(command))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("ssh.log").toFile())
                .start();
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress("127.0.0.1", 0));
            return socket.getLocalPort();
        }
    }

    private void awaitListening(Process server, int port) throws Exception {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (System.nanoTime() < end) {
            assertThat(server.isAlive())
                    .as(Files.readString(folder.resolve("sshd.log")))
                    .isTrue();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
                return;
            } catch (IOException notYet) {
                Thread.onSpinWait();
            }
        }
        throw new AssertionError("sshd does not listen: " + Files.readString(folder.resolve("sshd.log")));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
