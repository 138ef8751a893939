package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user who edits, looks into ranks and debugs them (LOCAL-170 to LOCAL-175). */
final class DevelopmentIT {
    private static final Pattern TOOK = Pattern.compile("first line [0-9.]+ s after the change");

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
            "dev starts the ranks again when the script changes, lives on when it is wrong, and exec looks into a rank (LOCAL-170, LOCAL-171, LOCAL-173)")
    void editAndRunAgain() throws Exception {
        save("import os, time\nprint('one', os.environ['RANK'], flush=True)\ntime.sleep(600)\n");
        TerminalSession.Session dev = user.begins("dev", "train.py", "--nodes", "2", "--follow", "all", "--no-page");
        dev.shows("| one 1");
        dev.shows("| one 0");
        dev.shows("Watching ");

        TerminalSession.Seen inside =
                user.types("exec", "train", "--rank", "1", "--", "sh", "-c", "echo node $RANK; pwd; exit 7");
        assertThat(inside.code()).as(inside.text()).isEqualTo(7);
        assertThat(inside.out())
                .contains("node 1")
                .contains(folder.getFileName().toString());
        TerminalSession.Seen nobody = user.types("exec", "train", "--rank", "5", "--", "true");
        assertThat(nobody.code()).isEqualTo(2);
        assertThat(nobody.err()).contains("rank 5 does not run; there are train-node-0-");
        TerminalSession.Seen unknown = user.types("exec", "train", "--", "no-such-program");
        assertThat(unknown.code()).isEqualTo(127);
        assertThat(unknown.err()).startsWith("no-such-program: no such program; PATH is ");
        TerminalSession.Seen shell = user.typesWithInput("echo I am in $PWD; exit 3", "shell", "train");
        assertThat(shell.code()).as(shell.text()).isEqualTo(3);
        assertThat(shell.out()).contains("I am in " + folder.toRealPath());

        save("import time\nprint('two', flush=True)\ntime.sleep(600)\n");
        dev.shows("train.py changed: starting again");
        dev.shows("| two");
        assertThat(dev.text()).containsPattern(TOOK);

        save("print('three'\n");
        dev.shows("SyntaxError");
        dev.shows("Waiting for a change");
        save("print('four')\n");
        dev.shows("| four");

        dev.interrupt();
        assertThat(dev.exitCode()).as(dev.text()).isEqualTo(130);
    }

    @Test
    @DisplayName("dev sees edits in the folders of all files (LOCAL-171, LOCAL-243)")
    void editInSeveralFolders() throws Exception {
        String waits = "import time\nprint('%s', flush=True)\ntime.sleep(600)\n";
        save(waits.formatted("one"));
        Path other = Files.createDirectory(folder.resolveSibling(folder.getFileName() + "-other"));
        try {
            Path script = Files.writeString(other.resolve("second.py"), waits.formatted("other one"));
            TerminalSession.Session dev =
                    user.begins("dev", "train.py", script.toString(), "--follow", "all", "--no-page");
            dev.shows("| one");
            dev.shows("| other one");
            dev.shows("Watching " + folder.toRealPath() + " and " + other);

            Files.writeString(script, waits.formatted("other two"));
            dev.shows("| other two");
            dev.interrupt();
            assertThat(dev.exitCode()).as(dev.text()).isEqualTo(130);
        } finally {
            Files.deleteIfExists(other.resolve("second.py"));
            Files.deleteIfExists(other);
        }
    }

    @Test
    @DisplayName("dev applies a changed TrainJob anew; one that is wrong changes nothing and is told of (LOCAL-173)")
    void editTheJob() throws Exception {
        Path file = Path.of(user.job("mine", 1, "sh", "-c", "echo begun; exec sleep 600"));
        TerminalSession.Session dev = user.begins("dev", file.toString(), "--no-page");
        dev.shows("| begun");
        dev.shows("Watching ");

        Files.writeString(file, Files.readString(file).replace("numNodes: 1", "numNodes: many"));
        dev.shows("numNodes");
        dev.shows("The ranks go on as they are");

        user.job(
                "mine", 1, "sh", "-c", "echo other words; trap 'echo reload; exit 0' HUP; while :; do sleep 0.1; done");
        dev.shows("| other words");
        dev.interrupt();
        assertThat(dev.exitCode()).as(dev.text()).isEqualTo(130);
    }

    @Test
    @DisplayName(
            "--debug connects breakpoint() of one rank to what the user types, the others pass it over; without it the end says what to do (LOCAL-174, LOCAL-175)")
    void debug() throws Exception {
        save(
                """
                import os
                rank = int(os.environ['RANK'])
                breakpoint()
                print('rank', rank, 'ends')
                """);

        TerminalSession.Seen seen = user.typesWithInput(
                "p rank + 41\nc\n", "run", "train.py", "--nodes", "2", "--debug", "1", "--follow", "all", "--no-page");

        assertThat(seen.code()).as(seen.text()).isZero();
        assertThat(seen.text())
                .contains("rank 1 has stopped at a breakpoint")
                .contains("The other ranks wait")
                .contains("(Pdb) 42")
                .contains("breakpoint() of rank 0 passed over: --debug asks for rank 1")
                .contains("| rank 1 ends");

        TerminalSession.Seen without = user.types("run", "train.py", "--nodes", "2", "--no-page");

        assertThat(without.code()).as(without.text()).isEqualTo(1);
        assertThat(without.err()).contains("--debug 0 connects it");
    }

    @Test
    @DisplayName(
            "--debug lets input() and sys.stdin of one rank read what the user types, before and after a breakpoint; the others read nothing (LOCAL-174)")
    void standardInput() throws Exception {
        save(
                """
                import os, subprocess, sys
                rank = int(os.environ['RANK'])
                if rank != 1:
                    print('rank', rank, 'reads', repr(sys.stdin.readline()))
                    sys.exit()
                name = input('your name? ')
                breakpoint()
                print('line', repr(sys.stdin.readline()))
                print('child reads', repr(subprocess.run(['cat'], capture_output=True).stdout))
                print('rest', list(sys.stdin))
                try:
                    input('more? ')
                except EOFError:
                    print(name, 'ends')
                """);

        TerminalSession.Seen seen = user.typesWithInput(
                "Ada\np name\nc\ntwo\nthree\nfour",
                "run",
                "train.py",
                "--nodes",
                "2",
                "--debug",
                "1",
                "--follow",
                "all",
                "--no-page");

        assertThat(seen.code()).as(seen.text()).isZero();
        assertThat(seen.text())
                .contains("rank 1 waits for a line that you type", "your name? ", "(Pdb) 'Ada'", "more? ")
                .contains("| rank 0 reads ''", "| line 'two\\n'", "| child reads b''")
                .contains("| rest ['three\\n', 'four']", "| Ada ends");
    }

    /** As most editors do. */
    private void save(String code) throws Exception {
        Path fresh = Files.writeString(folder.resolve(".train.py.new"), code);
        Files.move(fresh, folder.resolve("train.py"), StandardCopyOption.REPLACE_EXISTING);
    }
}
