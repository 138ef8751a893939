package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user looks into programs with the tools of the field (LOCAL-176). */
final class ProgramToolsIT {
    private static final String TRAIN =
            """
            import time

            def forward():
                return sum(i * i for i in range(20000))

            begin = time.time()
            while time.time() - begin < 2:
                forward()
            """;

    @TempDir
    private Path folder;

    private static String python = "";

    private TerminalSession user;

    @BeforeAll
    static void requireTools() {
        python = ToolsOfThePython.require().toString();
    }

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
            "py-spy draws a flame graph of rank 1 alone, with the functions of the script, and the end names it; nothing is written beside the script")
    void profile() throws Exception {
        Files.writeString(folder.resolve("train.py"), TRAIN);

        TerminalSession.Seen seen =
                user.types("run", "train.py", "--nodes", "2", "--profile", "1", "--python", python, "--no-page");

        assertThat(seen.code()).as(seen.text()).isZero();
        Matcher named = Pattern.compile("Profile of rank 1: (\\S+\\.svg) \\(a flame graph, for a browser\\)")
                .matcher(seen.text());
        assertThat(named.find()).as(seen.text()).isTrue();
        assertThat(Files.readString(folder.resolve(named.group(1))))
                .contains("<svg", "forward", "train.py")
                .doesNotContain("sitecustomize");
        assertThat(seen.text()).doesNotContain("rank 0:");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(".trainyard", "cache", "train.py");
        }
    }

    @Test
    @DisplayName("PyTorch's own profiler records where there is no py-spy: its trace has the operators of the script")
    void trace() throws Exception {
        Optional<String> found = TorchOfThisMachine.python();
        assumeTrue(found.isPresent() || Boolean.getBoolean("torch.required"), "there is no Python with torch here");
        String torch = found.orElseThrow();
        Files.writeString(
                folder.resolve("train.py"),
                "import torch\nprint((torch.ones(8, 8) @ torch.ones(8, 8)).sum().item())\n");
        user.exports(
                "PATH",
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .filter(place -> !Files.exists(Path.of(place, "py-spy")))
                        .collect(Collectors.joining(File.pathSeparator)));

        TerminalSession.Seen seen = user.types(
                "run", user.job("multiply", 1, torch, "train.py"), "--profile", "--python", torch, "--no-page");

        assertThat(seen.code()).as(seen.text()).isZero();
        Matcher named = Pattern.compile("Profile of rank 0: (\\S+\\.trace\\.json) \\(for https://ui.perfetto.dev")
                .matcher(seen.out());
        assertThat(named.find()).as(seen.text()).isTrue();
        assertThat(Files.readString(folder.resolve(named.group(1)))).contains("\"aten::mm\"");
    }
}
