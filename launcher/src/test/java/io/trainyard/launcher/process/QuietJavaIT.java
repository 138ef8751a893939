package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** That Trainyard is made with Java does not show, however poor the machine is (LOCAL-340). */
final class QuietJavaIT extends LocalRuns {
    private static final String UNKNOWN_USER = "exec setpriv --reuid 12345 --regid 12345 --clear-groups ";

    @BeforeEach
    void writeProgram() throws Exception {
        Files.writeString(folder.resolve("hi.py"), "print('hi')\n");
    }

    @Test
    @DisplayName("a bounded address space is enough, or too small in a sentence")
    void aBoundedAddressSpace() throws Exception {
        for (String bound : List.of("1000000", "4000000", "8000000")) {
            assertRuns(shell("ulimit -v " + bound + "; exec \"$@\"", "run", "hi.py"));
        }
        assertThat(shell("ulimit -v 900000; exec \"$@\"", "run", "hi.py"))
                .isEqualTo(new Run(
                        1,
                        "trainyard: Java needs an address space of 1000000 KiB, and 'ulimit -v' allows 900000; raise it\n",
                        ""));
        assertNothingIsLeft();
    }

    @Test
    @DisplayName("no HOME, a user whom the system does not know, and folders that nobody may write to")
    void anUnknownUser() throws Exception {
        assertRuns(shell("unset HOME XDG_CACHE_HOME; exec \"$@\"", "run", "hi.py"));
        remove(folder.resolve(".trainyard"));
        mayBecomeSomebodyElse();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertRuns(shell("unset HOME XDG_CACHE_HOME; " + UNKNOWN_USER + "\"$@\"", "run", "hi.py"));
        assertRuns(shell("HOME=/root XDG_CACHE_HOME=/proc; " + UNKNOWN_USER + "\"$@\"", "run", "hi.py"));
        assertNothingIsLeft();

        remove(folder.resolve(".trainyard"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Run refused = shell("unset HOME; " + UNKNOWN_USER + "\"$@\"", "run", "hi.py");
        assertThat(refused.code()).isEqualTo(125);
        assertThat(refused.out())
                .endsWith("--state: cannot make a folder in " + folder.resolve(".trainyard")
                        + ": you have no permission\n");
    }

    @Test
    @DisplayName("a full disk, as the folder that is worked in and for the service")
    void aFullDisk() throws Exception {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        Assumptions.assumeTrue(
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString())
                                .start()
                                .waitFor()
                        == 0,
                "only root may mount");
        try {
            String fill = "cd disk; head -c 2000000 /dev/zero >fill 2>/dev/null; exec \"$@\"";
            Run run = shell(fill, "run", "../hi.py", "--state", ".trainyard");
            assertThat(run.code()).isEqualTo(125);
            assertThat(run.out()).contains("no space is left on the disk").doesNotContain("java");
            Run up = shell(fill, "up");
            assertThat(up.code()).isNotZero();
            assertThat(up.out().lines()).singleElement().asString().containsAnyOf("no space is left", "is full");
        } finally {
            new ProcessBuilder("umount", disk.toString()).start().waitFor();
        }
    }

    private static void mayBecomeSomebodyElse() throws Exception {
        Assumptions.assumeTrue(
                new ProcessBuilder("sh", "-c", UNKNOWN_USER + "test -x '" + Distribution.program() + "'")
                                .start()
                                .waitFor()
                        == 0,
                "only root may, where everybody may read the distribution");
    }

    private Run shell(String script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("sh", "-c", script, "sh", Distribution.program().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), shown, "");
    }

    private static void assertRuns(Run run) {
        assertThat(run.code()).as(run.out()).isZero();
        assertThat(run.out()).contains("hi").doesNotContain("VM", "java");
    }

    private void assertNothingIsLeft() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(".trainyard", "hi.py");
        }
    }

    private static void remove(Path left) throws Exception {
        assertThat(new ProcessBuilder("rm", "-rf", left.toString()).start().waitFor())
                .isZero();
    }
}
