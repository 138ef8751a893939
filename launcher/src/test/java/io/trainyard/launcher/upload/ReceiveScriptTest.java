package io.trainyard.launcher.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.launcher.code.CodeFolder;
import io.trainyard.launcher.code.StoredArchive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What receives code in a pod, with the shell of this machine (LOCAL-201)")
final class ReceiveScriptTest {
    private static final String FOLDER = "trainyard/train-0123456789ab";

    @TempDir
    private Path folder;

    private Path claim;
    private Path source;

    @BeforeEach
    void write() throws IOException {
        claim = Files.createDirectories(folder.resolve("the claim"));
        source = Files.createDirectories(folder.resolve("source/it's here"));
        Files.writeString(source.resolve("train.py"), "print()\n");
    }

    private record Seen(int code, String out, String err) {}

    private Seen run(List<String> command, Path input, String path) throws Exception {
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectInput(input.toFile()).redirectError(err.toFile());
        inPod(builder);
        builder.environment().put("PATH", path);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Seen(process.waitFor(), out, Files.readString(err));
    }

    private void inPod(ProcessBuilder builder) {
        builder.environment().put(ReceiveScript.CLAIM, claim.toString());
        builder.environment().put(ReceiveScript.POD, "trainyard-upload-x7");
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        inPod(builder);
        return builder.start();
    }

    /** Tells the pod to end once it waits; it ends soon then, as one that has succeeded. */
    private void startAndEndPod() throws Exception {
        Process pod = start(ReceiveScript.hold(3600));
        await().until(() -> pod.toHandle().children().findAny().isPresent());
        pod.destroy();
        assertThat(pod.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(pod.exitValue()).isZero();
    }

    private Seen run(List<String> command, Path input) throws Exception {
        return run(command, input, System.getenv("PATH"));
    }

    private Seen look() throws Exception {
        return run(ReceiveScript.look(FOLDER), Path.of("/dev/null"));
    }

    private StoredArchive archive() {
        return StoredArchive.of(CodeFolder.at(folder.resolve("source"), List.of()));
    }

    private List<String> incoming() throws IOException {
        try (Stream<Path> all = Files.list(claim.resolve("trainyard"))) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith(".incoming"))
                    .toList();
        }
    }

    @Test
    @DisplayName(
            "the code is there as a whole, and is known the next time; an archive that goes on is not read further")
    void received() throws Exception {
        assertThat(look()).isEqualTo(new Seen(0, "", ""));
        try (StoredArchive archive = archive()) {
            Seen seen = run(ReceiveScript.receive(FOLDER, archive.size(), archive.checksum()), archive.file());
            assertThat(seen).isEqualTo(new Seen(0, "", ""));

            Path train = claim.resolve(FOLDER).resolve("it's here/train.py");
            assertThat(train).hasContent("print()");
            assertThat(look()).isEqualTo(new Seen(0, "there\n", ""));

            assertThat(run(ReceiveScript.receive(FOLDER, archive.size(), archive.checksum()), archive.file())
                            .code())
                    .as("somebody else was faster")
                    .isZero();
            assertThat(train).hasContent("print()");
        }
        assertThat(incoming()).isEmpty();
    }

    @Test
    @DisplayName("what is cut short or changed on its way is not unpacked, and nothing of it stays")
    void broken() throws Exception {
        look();
        try (StoredArchive archive = archive()) {
            byte[] bytes = Files.readAllBytes(archive.file());
            Path half = Files.write(folder.resolve("half"), java.util.Arrays.copyOf(bytes, bytes.length / 2));
            assertThat(run(ReceiveScript.receive(FOLDER, archive.size(), archive.checksum()), half)
                            .code())
                    .isEqualTo(ReceiveScript.NOT_AS_SENT);
            bytes[bytes.length / 2] ^= 1;
            Path other = Files.write(folder.resolve("other"), bytes);
            assertThat(run(ReceiveScript.receive(FOLDER, archive.size(), archive.checksum()), other)
                            .code())
                    .isEqualTo(ReceiveScript.NOT_AS_SENT);
        }
        assertThat(claim.resolve(FOLDER)).doesNotExist();
        assertThat(incoming()).isEmpty();
    }

    @Test
    @DisplayName("the pod that is told to end ends at once when nothing is received")
    void endsAtOnce() throws Exception {
        startAndEndPod();
    }

    @Test
    @DisplayName("the pod that is told to end stops what still waits for code, and ends when nothing of that is left")
    void stopped() throws Exception {
        look();
        Process other = start(ReceiveScript.receive(FOLDER, 1 << 20, "0123"));
        Path others = Files.createDirectories(claim.resolve("trainyard/.incoming-trainyard-upload-y8.abc"));
        try {
            other.getOutputStream().write(new byte[5000]);
            other.getOutputStream().flush();
            await().until(() -> incoming().size() == 2
                    && other.toHandle().children().findAny().isPresent());
            startAndEndPod();

            assertThat(incoming())
                    .as("what another pod receives")
                    .containsExactly(others.getFileName().toString());
            assertThat(other.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(other.exitValue()).isEqualTo(1);
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    @DisplayName("the pod that is told to end removes what a program has left that was killed")
    void killed() throws Exception {
        Path left = Files.createDirectories(claim.resolve("trainyard/.incoming-trainyard-upload-x7.abc"));
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Files.writeString(left.resolve("pid"), dead.pid() + "\n");
        startAndEndPod();
        assertThat(incoming()).isEmpty();
    }

    @Test
    @DisplayName("a few programs are enough; without one of them the user reads what the image lacks")
    void otherImages() throws Exception {
        Path tools = Files.createDirectories(folder.resolve("bin"));
        for (String tool : List.of(
                "sh", "head", "mktemp", "mkdir", "mv", "rm", "find", "chmod", "cat", "sha256sum", "gzip", "tar")) {
            Files.createSymbolicLink(tools.resolve(tool), tool(tool));
        }
        try (StoredArchive archive = archive()) {
            look();
            Seen seen = run(
                    ReceiveScript.receive(FOLDER, archive.size(), archive.checksum()),
                    archive.file(),
                    tools.toString());
            assertThat(seen).isEqualTo(new Seen(0, "", ""));
        }
        Files.delete(tools.resolve("tar"));
        Seen without = run(ReceiveScript.look("trainyard/other"), Path.of("/dev/null"), tools.toString());
        assertThat(without.code()).isEqualTo(ReceiveScript.NO_PROGRAM);
        assertThat(ReceiveScript.problem(without.code(), without.err(), "code", "mine:1", "user 1000 in group 65532"))
                .isEqualTo("the image mine:1 has no tar, so it cannot receive code; name another one for that, such as"
                        + " --upload-image busybox");
    }

    private static Path tool(String name) {
        return Stream.of("/bin", "/usr/bin", "/usr/local/bin")
                .map(path -> Path.of(path, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("what may go wrong on a claim is said in words")
    void problems() {
        assertThat(ReceiveScript.problem(
                        1, "head: write error: No space left on device\n", "code", "x", "user 7 in group 8"))
                .startsWith("the claim code has no room for the code")
                .endsWith("No space left on device");
        assertThat(ReceiveScript.problem(4, "mkdir: Permission denied", "code", "mine:1", "user 1000 in group 65532"))
                .startsWith("user 1000 in group 65532 cannot write to the claim code; set runAsUser");
        assertThat(ReceiveScript.problem(5, "", "code", "x", "user 7 in group 8"))
                .contains("has not arrived as it was sent");
        assertThat(ReceiveScript.problem(2, "odd", "code", "x", "user 7 in group 8"))
                .contains("exit code 2", "odd");
    }
}
