package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.local.kubelet.process.HostIdentity;
import io.trainyard.local.kubelet.process.ProcessStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("LOCAL-218: the logs of one rank")
final class LogsOfRankTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path folder;

    private RunFolder run;

    @BeforeEach
    void hasEnded() {
        run = StateFolder.at(folder).newRun(Clock.fixed(START, ZoneOffset.UTC), "mnist");
        run.write(new RunStatus(
                List.of("mnist"),
                RunStatus.Phase.COMPLETE,
                START,
                Optional.of(START.plusSeconds(7)),
                Optional.of(0),
                new ProcessIdentity(1L << 40, new ProcessStart(Optional.of(START), ""), HostIdentity.UNKNOWN),
                "",
                ""));
    }

    private Path pod(String name, String variables, String log) throws IOException {
        Path pod = run.pods().resolve(name);
        Path environment = Files.createDirectories(pod.resolve("env"));
        Files.writeString(environment.resolve("node.env"), "HOME=/root\n" + variables);
        Path file = Files.createDirectories(pod.resolve("logs")).resolve("node.log");
        return Files.writeString(file, log);
    }

    private CommandRun logs(String... words) {
        List<String> all = new ArrayList<>(List.of("logs", "--state", folder.toString(), "--color", "never"));
        all.addAll(List.of(words));
        return CommandRun.of(new RecordingServices(), all.toArray(String[]::new));
    }

    private void twoNodesOfTwo() throws IOException {
        pod("mnist-node-0-0-aaaaa", "PET_NPROC_PER_NODE=2\n", "[default0]:a\n[default1]:b\nall of us\n");
        pod("mnist-node-0-1-bbbbb", "PET_NPROC_PER_NODE=2\n", "[default0]:c\n[default1]:d\n[rank3]: e\n[default1]:f");
    }

    @Test
    @DisplayName("are the lines that say so, of whichever pod, by the number of processes of its nodes")
    void severalProcessesOfANode() throws IOException {
        twoNodesOfTwo();

        CommandRun seen = logs("mnist", "--rank", "3");

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.out())
                .isEqualTo(lines(
                        "mnist-node-0-1-bbbbb | [default1]:d",
                        "mnist-node-0-1-bbbbb | [rank3]: e",
                        "mnist-node-0-1-bbbbb | [default1]:f"));
        assertThat(logs("mnist", "--rank", "3", "--tail", "2").out())
                .isEqualTo(lines("mnist-node-0-1-bbbbb | [rank3]: e", "mnist-node-0-1-bbbbb | [default1]:f"));
        assertThat(logs("mnist", "node-0-0", "--rank", "1").out()).isEqualTo(lines("[default1]:b"));
        assertThat(logs("-f", "mnist", "--rank", "2").out()).isEqualTo(lines("mnist-node-0-1-bbbbb | [default0]:c"));
    }

    @Test
    @DisplayName("may be asked for as --follow of a run has it: rank:3, behind the run or alone")
    void inTheWordsOfFollow() throws IOException {
        twoNodesOfTwo();
        String expected = lines("mnist-node-0-1-bbbbb | [default0]:c");

        assertThat(logs("mnist", "rank:2").out()).isEqualTo(expected);
        assertThat(logs("rank:2").out()).isEqualTo(expected);
        assertThat(logs("--follow", "rank:2", "mnist").out()).isEqualTo(expected);
        assertThat(logs("mnist", "rank:2", "--rank", "1"))
                .isEqualTo(new CommandRun(2, "", "rank:2: is said by --rank already\n"));
        assertThat(logs("mnist", "--rank", "-1"))
                .isEqualTo(new CommandRun(2, "", "--rank: must be a rank, 0 or more, not -1\n"));
    }

    @Test
    @DisplayName(
            "of a job with one process on each node are all lines of the node, but none of launchers and of what fetches data")
    void oneProcessOnEachNode() throws IOException {
        pod("mnist-node-0-0-aaaaa", "", "zero\n");
        pod("mnist-node-0-1-bbbbb", "PET_NPROC_PER_NODE=1\n", "one\n");
        pod("mnist-dataset-initializer-0-0-ccccc", "", "fetched\n");
        pod("mnist-launcher-0-0-ddddd", "", "mpirun says\n[1,1]<stdout>:solved\n");

        assertThat(logs("mnist", "--rank", "0").out()).isEqualTo(lines("mnist-node-0-0-aaaaa | zero"));
        assertThat(logs("mnist", "--rank", "1").out())
                .isEqualTo(lines("mnist-launcher-0-0-ddddd | [1,1]<stdout>:solved", "mnist-node-0-1-bbbbb | one"));
    }

    @Test
    @DisplayName("of an earlier attempt are shown with --attempt and --previous")
    void ofAnEarlierAttempt() throws IOException {
        Path first = pod("mnist-node-0-0-aaaaa", "", "attempt 1\n");
        Files.setLastModifiedTime(first, FileTime.from(START));
        pod("mnist-node-0-0-bbbbb", "", "attempt 2\n");

        assertThat(logs("mnist", "--rank", "0").out()).isEqualTo(lines("attempt 2"));
        assertThat(logs("mnist", "--rank", "0", "--previous").out()).isEqualTo(lines("attempt 1"));
        assertThat(logs("mnist", "--rank", "0", "--attempt", "1").out()).isEqualTo(lines("attempt 1"));
    }

    @Test
    @DisplayName(
            "that are not there end with 2, and with the ranks that are, or with what makes lines say whose they are")
    void nothingOfThatRank() throws IOException {
        twoNodesOfTwo();

        assertThat(logs("mnist", "--rank", "7"))
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "there is no line of rank 7 in the logs of " + run.id()
                                + "; there are lines of ranks 0 to 3\n"));

        pod("mnist-node-0-0-aaaaa", "PET_NPROC_PER_NODE=auto\n", "step 1\n");
        pod("mnist-node-0-1-bbbbb", "PET_NPROC_PER_NODE=2\n", "step 1\n");
        for (CommandRun seen : List.of(logs("mnist", "--rank", "0"), logs("mnist", "--rank", "0", "-f"))) {
            assertThat(seen.code()).isEqualTo(2);
            assertThat(seen.out()).isEmpty();
            assertThat(seen.err())
                    .startsWith("no line in the logs of " + run.id() + " says which rank wrote it")
                    .contains("--tee 3", "--tag-output");
        }

        pod("mnist-node-0-0-aaaaa", "", "");
        pod("mnist-node-0-1-bbbbb", "", "");
        assertThat(logs("mnist", "--rank", "0").err()).contains("which are empty");
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
