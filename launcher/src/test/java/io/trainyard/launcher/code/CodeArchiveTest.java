package io.trainyard.launcher.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The code that travels with a job (LOCAL-195, LOCAL-196)")
final class CodeArchiveTest {
    @TempDir
    private Path folder;

    private void file(String path) throws IOException {
        file(path, path);
    }

    private Path file(String path, String content) throws IOException {
        Path file = folder.resolve("code").resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private CodeFolder look(String... include) {
        return CodeFolder.at(folder.resolve("code"), List.of(include));
    }

    private static List<String> paths(CodeFolder found) {
        return found.entries().stream()
                .filter(entry -> entry.kind() != CodeEntry.Kind.FOLDER)
                .map(CodeEntry::path)
                .toList();
    }

    @Test
    @DisplayName("is not what tools make, nor data and checkpoints beside it; packages of that name are")
    void toolsAndData() throws IOException {
        for (String path : List.of(
                "train.py",
                "pkg/data/loader.py",
                "data/x.bin",
                "checkpoints/1.pt",
                "wandb/run",
                ".git/config",
                "__pycache__/a.pyc",
                "pkg/__pycache__/b.pyc",
                ".venv/bin/python",
                "pkg/old.pyc",
                ".trainyard/runs/x",
                "node_modules/x/y.js")) {
            file(path);
        }
        file(".gitignore", "");

        assertThat(paths(look())).containsExactly(".gitignore", "pkg/data/loader.py", "train.py");
        assertThat(look().ignored()).contains("data/", "checkpoints/", "wandb/", ".git/");
        file("data/__init__.py");
        assertThat(paths(look())).contains("data/x.bin", "data/__init__.py");
    }

    @Test
    @DisplayName("is not what .gitignore and .trainyardignore name, with git's rules; the latter wins")
    void ignoreFiles() throws IOException {
        file(
                ".gitignore",
                "# a comment\n*.log\n!keep.log\n/top.txt\nout/\ndocs/**/old\n[ab].txt\nname?.csv\nsub/deep.py\n[z-\n\\!odd\n");
        file(".trainyardignore", "notebooks\n!b.txt\n");
        file("sub/.gitignore", "*.tmp\n");
        for (String path : List.of(
                "a.txt",
                "b.txt",
                "c.txt",
                "x.log",
                "keep.log",
                "sub/y.log",
                "top.txt",
                "sub/top.txt",
                "out/x",
                "sub/out/x",
                "docs/a/b/old",
                "docs/new",
                "name1.csv",
                "name12.csv",
                "sub/deep.py",
                "sub/sub/deep.py",
                "x.tmp",
                "sub/x.tmp",
                "notebooks/n.ipynb",
                "!odd")) {
            file(path);
        }

        assertThat(paths(look()).stream().filter(path -> !path.endsWith("ignore")))
                .containsExactly(
                        "b.txt",
                        "c.txt",
                        "docs/new",
                        "keep.log",
                        "name12.csv",
                        "sub/sub/deep.py",
                        "sub/top.txt",
                        "x.tmp");
    }

    @Test
    @DisplayName("is no secret, unless somebody names it; what was left out is told")
    void secrets() throws IOException {
        List<String> secrets = List.of(
                ".env",
                ".env.local",
                "id_rsa",
                "keys/server.pem",
                "a.key",
                "credentials",
                "gcp-credentials.json",
                ".aws/config",
                ".netrc",
                "secrets.yaml",
                "kubeconfig",
                "ID_ED25519",
                "data/.env");
        for (String path : secrets) {
            file(path);
        }
        file(".env.example");
        file("id_rsa.pub");
        file("environment.py");
        file("tokens.py");

        CodeFolder found = look();
        assertThat(paths(found)).containsExactly(".env.example", "environment.py", "id_rsa.pub", "tokens.py");
        assertThat(found.secrets())
                .containsExactlyInAnyOrder(
                        ".aws/",
                        ".env",
                        ".env.local",
                        "ID_ED25519",
                        "a.key",
                        "credentials",
                        "gcp-credentials.json",
                        "id_rsa",
                        "keys/server.pem",
                        "kubeconfig",
                        ".netrc",
                        "secrets.yaml");
        assertThat(paths(look(".env", "keys/server.pem", "data/.env")))
                .contains(".env", "keys/server.pem", "data/.env")
                .doesNotContain(".env.local");
    }

    @Test
    @DisplayName("has links that stay in the folder; one that leads out is refused")
    void links() throws IOException {
        file("pkg/real.py");
        Files.createSymbolicLink(folder.resolve("code/near.py"), Path.of("pkg/real.py"));
        Files.createSymbolicLink(folder.resolve("code/pkg/far.py"), folder.resolve("code/pkg/real.py"));
        assertThat(look().entries().stream().flatMap(entry -> entry.target().stream()))
                .containsExactly("pkg/real.py", "real.py");

        Files.writeString(folder.resolve("outside"), "x");
        Path link = Files.createSymbolicLink(folder.resolve("code/out"), Path.of("../outside"));
        assertThatThrownBy(this::look)
                .isInstanceOf(CodeException.class)
                .hasMessageStartingWith("out is a link that leads out of the folder, to ../outside");
        Files.delete(link);
        Files.createSymbolicLink(folder.resolve("code/hop"), Path.of("hop2"));
        Files.createSymbolicLink(folder.resolve("code/hop2"), Path.of("/etc/passwd"));
        assertThatThrownBy(this::look).isInstanceOf(CodeException.class);
    }

    @Test
    @DisplayName("gives the same bytes whenever and wherever it is packed")
    void isDeterministic() throws IOException {
        file("train.py");
        file("pkg/a.py");
        byte[] first = CodeArchive.of(look()).bytes();
        Path file = folder.resolve("code/train.py");
        Files.delete(file);
        Files.writeString(file, "train.py");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));

        assertThat(CodeArchive.of(look()).bytes()).isEqualTo(first);
    }

    @Test
    @DisplayName("is unpacked by tar and by Python with the same names, permissions, links and contents")
    void isUnpacked() throws Exception {
        String longName = "n".repeat(90) + "/" + "m".repeat(120) + "/é ü.py";
        file(longName, "long");
        file("run.sh", "#!/bin/sh\n");
        file("empty", "");
        file("block", "x".repeat(512));
        Files.createDirectories(folder.resolve("code/nothing"));
        Files.setPosixFilePermissions(folder.resolve("code/run.sh"), PosixFilePermissions.fromString("rwxr-x--x"));
        Files.createSymbolicLink(folder.resolve("code/link"), Path.of(longName));
        CodeArchive archive = CodeArchive.of(look());
        assertThat(archive.files()).isEqualTo(4);
        Path packed = Files.write(folder.resolve("code.tar.gz"), archive.bytes());

        for (List<String> command : List.of(
                List.of("tar", "-xzpf", packed.toString(), "-C"),
                List.of(
                        "python3",
                        "-c",
                        "import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])",
                        packed.toString()))) {
            Path target = Files.createTempDirectory(folder, "unpacked");
            Process process = new ProcessBuilder(Stream.concat(command.stream(), Stream.of(target.toString()))
                            .toList())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor()).as(output).isZero();
            assertThat(output).isEmpty();
            assertThat(target.resolve(longName)).hasContent("long");
            assertThat(target.resolve("link")).isSymbolicLink().hasContent("long");
            assertThat(target.resolve("block")).hasSize(512);
            assertThat(target.resolve("empty")).isEmptyFile();
            assertThat(target.resolve("nothing")).isEmptyDirectory();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target.resolve("run.sh"))))
                    .isEqualTo("rwxr-x--x");
        }
    }

    @Test
    @DisplayName("is refused when too large, with its size and the five largest files")
    void tooLarge() throws IOException {
        Random random = new Random(7);
        for (int i = 1; i <= 7; i++) {
            byte[] noise = new byte[i * 300 * 1024];
            random.nextBytes(noise);
            Files.write(file("part" + i + ".bin", ""), noise);
        }

        CodeFolder found = look();
        assertThatThrownBy(() -> CodeArchive.of(found))
                .isInstanceOf(CodeException.class)
                .hasMessageStartingWith(
                        "the code is 8.2 MiB when packed, and 8.0 MiB can travel with a job; the largest files are"
                                + " part7.bin (2.1 MiB), part6.bin (1.8 MiB), part5.bin (1.5 MiB), part4.bin (1.2 MiB), part3.bin (900.0 KiB).")
                .hasMessageContaining("--code-claim");
    }

    @Test
    @DisplayName("packed into a file it is the same archive, with its checksum, and goes when it is closed (LOCAL-201)")
    void inAFile() throws Exception {
        file("train.py");
        file("pkg/a.py", "x".repeat(100_000));

        Path packed;
        try (StoredArchive archive = StoredArchive.of(look());
                StoredArchive again = StoredArchive.of(look())) {
            packed = archive.file();
            assertThat(archive.files()).isEqualTo(2);
            assertThat(archive.size()).isEqualTo(Files.size(packed));
            assertThat(archive.checksum())
                    .isEqualTo(again.checksum())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(packed))));
        }
        assertThat(packed).doesNotExist();
    }

    @Test
    @DisplayName(
            "a file that becomes shorter, longer or another one while it is packed is told; nothing half is sent (LOCAL-201)")
    void changing() throws IOException {
        Path growing = file("growing.log", "one line\n");
        CodeFolder before = look();
        Files.writeString(growing, "one line\nand another\n");
        assertThatThrownBy(() -> StoredArchive.of(before))
                .isInstanceOf(CodeException.class)
                .hasMessageStartingWith("growing.log has changed while it was packed; submit again");
        Files.writeString(growing, "one");
        assertThatThrownBy(() -> CodeArchive.of(before)).hasMessageStartingWith("growing.log has changed");
        Files.delete(growing);
        assertThatThrownBy(() -> CodeArchive.of(before)).hasMessageStartingWith("growing.log has changed");
    }

    @Test
    @DisplayName("a name that is no text in this encoding is told, for it would arrive as another one (LOCAL-195)")
    void otherEncodings() throws Exception {
        file("good.py");
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "touch \"$1/`printf 'b\\374cher.py'`\"",
                        "sh",
                        folder.resolve("code").toString())
                .start();
        assertThat(process.waitFor()).isZero();

        assertThatThrownBy(this::look)
                .isInstanceOf(CodeException.class)
                .hasMessageContaining("cher.py is not in the encoding of this terminal");
        file(".trainyardignore", "*cher.py\n");
        assertThat(paths(look())).contains("good.py");
    }

    @Test
    @DisplayName("a file of more than 8 GiB has a size that tar reads (LOCAL-201)")
    void hugeFiles() throws IOException {
        long huge = 9L << 30;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CodeEntry entry = new CodeEntry("huge.bin", folder, CodeEntry.Kind.FILE, 0644, huge, Optional.empty());

        assertThatThrownBy(() -> new TarWriter(out).add(entry, new ByteArrayInputStream(new byte[1])))
                .isInstanceOf(EOFException.class);

        Path head = Files.write(folder.resolve("head.tar"), Arrays.copyOf(out.toByteArray(), 512));
        Process list = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import sys, tarfile; print(tarfile.open(sys.argv[1]).next().size)",
                        head.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(list.getInputStream().readAllBytes())).isEqualTo(huge + "\n");
    }
}
