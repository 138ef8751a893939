package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

/** A user who wants to see what the own programs do, with the tools of the field (LOCAL-176, LOCAL-177). */
final class ProgramToolsIT {
    private static final Pattern ADDRESS = Pattern.compile("TensorBoard: (http://127\\.0\\.0\\.1:\\d+/) shows logs");

    private static final Pattern PAGE = Pattern.compile("Live page: (http://127\\.0\\.0\\.1:\\d+/[\\w-]{22}/)");

    /** Writes events as TensorBoard's own writer does, and works until somebody says that it is enough. */
    private static final String TRAIN =
            """
            import os, time
            from tensorboard.compat.proto.event_pb2 import Event
            from tensorboard.compat.proto.summary_pb2 import Summary
            from tensorboard.summary.writer.event_file_writer import EventFileWriter

            def forward():
                return sum(i * i for i in range(20000))

            writer = EventFileWriter('logs/first')
            for step in range(5):
                value = Summary.Value(tag='loss', simple_value=1.0 / (step + 1))
                writer.add_event(Event(wall_time=time.time(), step=step, summary=Summary(value=[value])))
            writer.close()
            print('written', flush=True)
            begin = time.time()
            while time.time() - begin < %s and not os.path.exists('enough'):
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
            "py-spy draws a flame graph of rank 1 alone, with the functions of the script, and the end names it and the event files; nothing is written beside the script")
    void profile() throws Exception {
        Files.writeString(folder.resolve("train.py"), TRAIN.formatted("2"));

        TerminalSession.Seen seen =
                user.types("run", "train.py", "--nodes", "2", "--profile", "1", "--python", python, "--no-page");

        assertThat(seen.code()).as(seen.text()).isZero();
        Matcher named = Pattern.compile("Profile of rank 1: (\\S+\\.svg) \\(a flame graph, for a browser\\)")
                .matcher(seen.text());
        assertThat(named.find()).as(seen.text()).isTrue();
        assertThat(Files.readString(folder.resolve(named.group(1))))
                .contains("<svg", "forward", "train.py")
                .doesNotContain("sitecustomize");
        assertThat(seen.text()).doesNotContain("rank 0:").contains("TensorBoard: tensorboard --logdir logs\n");
        assertThat(user.types("status").out()).contains("TensorBoard: tensorboard --logdir logs\n");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(".trainyard", "cache", "logs", "train.py");
        }
    }

    @Test
    @DisplayName("--tensorboard shows the curves while the run goes on, for status too, and is gone when it has ended")
    void tensorBoard() throws Exception {
        Files.writeString(folder.resolve("train.py"), TRAIN.formatted("600"));
        TerminalSession.Session run = user.begins("run", "train.py", "--tensorboard", "--python", python);
        run.shows(" shows logs");
        Matcher address = ADDRESS.matcher(run.text());
        assertThat(address.find()).as(run.text()).isTrue();

        get(address.group(1) + "data/runs");
        run.shows("Live page: ");
        Matcher page = PAGE.matcher(run.text());
        assertThat(page.find()).as(run.text()).isTrue();
        assertThat(get(page.group(1) + "api/v1/jobs/default/train"))
                .contains("\"source\":\"TensorBoard\"", "\"link\":\"" + address.group(1) + "\"");
        assertThat(user.types("status").out()).contains("TensorBoard: " + address.group(1) + " shows logs");

        Files.createFile(folder.resolve("enough"));
        assertThat(run.exitCode()).as(run.text()).isZero();
        assertThat(run.text()).contains("TensorBoard: tensorboard --logdir logs\n");
        assertThat(serving()).as("programs that still serve").isEmpty();
        assertThat(user.types("status").out()).contains("TensorBoard: tensorboard --logdir logs\n");
    }

    private static String get(String address) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(address).isEqualTo(200);
        return answer.body();
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

    /** The command lines of the TensorBoards of this test. */
    private List<String> serving() {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains("--logdir " + folder))
                .toList();
    }
}
