package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.view.TextLines;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a user sees of what programs write (LOCAL-210 to LOCAL-212). */
final class OutputLinesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    @DisplayName("on a terminal, each line of each node is shown, and names are short")
    void onATerminal() {
        assertThat(shown(LocalRun.Format.LIVE, false, LocalRun.Follow.ALL, outputs("ready")))
                .containsExactly(
                        "node-0-0 | ready",
                        "node-0-0 | shard 0",
                        "node-0-1 | ready",
                        "node-0-1 | shard 1",
                        "node-0-2 | ready",
                        "node-0-2 | shard 2");
    }

    @Test
    @DisplayName("in a pipe each line has the name of its pod, so that programs can choose")
    void apartInAPipe() {
        assertThat(shown(LocalRun.Format.LINES, false, LocalRun.Follow.ALL, outputs("ready")))
                .startsWith("mnist-node-0-0-abcde | ready", "mnist-node-0-0-abcde | shard 0")
                .hasSize(6);
    }

    @Test
    @DisplayName("--follow rank:3 shows that process alone, whichever node it is on")
    void oneRank() {
        List<LogTail.Output> outputs = List.of(
                output(0, 2, "[default0]:a", "[default1]:b"),
                output(1, 2, "[default0]:c", "[default1]:d", "all of us"));

        assertThat(shown(
                        LocalRun.Format.LINES,
                        false,
                        new LocalRun.Follow(Optional.empty(), Optional.of(3L), false),
                        outputs))
                .containsExactly("mnist-node-0-1-abcde | [default1]:d");
    }

    @Test
    @DisplayName("--follow rank:0 shows nothing of a launcher or of what fetches data that does not say whose it is")
    void noRankWithoutTraining() {
        PodSnapshot launcher = PodSnapshot.of(Tree.object(
                Yaml.parse("{metadata: {name: l, labels: {jobset.sigs.k8s.io/replicatedjob-name: launcher}}}")));
        LogTail.Output output = new LogTail.Output(
                launcher, "node", List.of("mpirun says", "[1,0]<stdout>:solved", "[1,1]<stdout>:solved"), "");

        assertThat(shown(
                        LocalRun.Format.LINES,
                        false,
                        new LocalRun.Follow(Optional.empty(), Optional.of(0L), false),
                        List.of(output)))
                .containsExactly("l | [1,0]<stdout>:solved");
    }

    @Test
    @DisplayName("a process has one colour wherever it speaks; without colours there are none")
    void colors() {
        List<LogTail.Output> outputs = List.of(output(1, 2, "[rank3]: x", "y"), output(0, 2, "[rank2]: z"));

        assertThat(shown(LocalRun.Format.LIVE, true, LocalRun.Follow.ALL, outputs))
                .containsExactly(
                        "\u001b[38;5;134mnode-0-1 |\u001b[0m [rank3]: x",
                        "\u001b[38;5;29mnode-0-1 |\u001b[0m y",
                        "\u001b[38;5;29mnode-0-0 |\u001b[0m [rank2]: z");
        assertThat(shown(LocalRun.Format.LIVE, false, LocalRun.Follow.ALL, outputs))
                .noneMatch(line -> line.contains("\u001b"));
    }

    private static List<LogTail.Output> outputs(String first) {
        return Stream.of(0, 1, 2)
                .map(node -> output(node, 1, first, "shard " + node))
                .toList();
    }

    private static List<String> shown(
            LocalRun.Format format, boolean color, LocalRun.Follow follow, List<LogTail.Output> outputs) {
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
        LocalRun.Display display = new LocalRun.Display(
                nowhere, nowhere, format, follow, Optional.empty(), false, LocalRun.Page.NONE, color);
        List<Change> changes = new OutputLines(display, false).of(outputs, NOW);
        return changes.stream()
                .map(change -> TextLines.line(NOW, change, color))
                .toList();
    }

    private static LogTail.Output output(int node, long processes, String... lines) {
        PodSnapshot pod = new PodSnapshot(
                Integer.toString(node),
                "default",
                "mnist-node-0-" + node + "-abcde",
                "default/mnist",
                "node",
                0,
                node,
                0,
                "Running",
                "",
                "",
                false,
                processes,
                List.of());
        return new LogTail.Output(pod, "node", List.of(lines), "");
    }
}
