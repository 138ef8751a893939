package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.testcluster.TestCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A newcomer who follows the pages as they are written. On the first ones files are made, commands are typed, and their output is what the page shows. In the
 * guides every block of commands ends well.
 */
@DisplayName("OPS-163: the pages of docs/start and docs/guides about the reader's own machine")
final class StartPageIT {
    private static final Path DOCUMENTS = Path.of("..", "docs");

    /** A file with its name above it, or a terminal. What stands behind its language says why a test cannot type it. */
    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^(?:`([^`\\n]+)`:\\n\\n)?```(\\w+)([^\\n]*)\\n(.*?)^```$");

    /** Lines of four spaces behind an empty one; those of a list have none before them. */
    private static final Pattern INDENTED = Pattern.compile("(?<=\\n\\n)(?: {4}[^\\n]*\\n)+");

    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: count}
            spec:
              runtimeRef: {name: plain-distributed}
              trainer:
                numNodes: 2
                command: [sh, -c, "sleep 6; echo node $JOB_COMPLETION_INDEX"]
            """;

    @TempDir
    private Path folder;

    private Path work = Path.of("");
    private final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void openTerminal() throws Exception {
        work = Files.createDirectory(folder.resolve("project"));
        Path programs = Files.createDirectory(folder.resolve("bin"));
        makeProgram(programs.resolve("trainyard"), Distribution.program().toString());
        variables.put("PATH", programs + ":" + System.getenv("PATH"));
        variables.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    }

    @AfterEach
    void stopWhatStays() throws Exception {
        type("trainyard down --delete");
    }

    @Test
    @DisplayName("laptop.md: every command shows what the page shows")
    void laptop() throws Exception {
        makePython();

        assertThat(follow("start/laptop.md")).isGreaterThan(8);
    }

    @Test
    @DisplayName("kind.md: every command behind the script's, with the API server of this machine in place of kind's")
    void kind() throws Exception {
        makeKubectl();
        Path state = folder.resolve("state");
        // The controller of the API server takes the place of the one that the script starts.
        Path nothing = folder.resolve("nothing");
        makeProgram(nothing, "true");
        variables.put("TRAINYARD", nothing.toString());
        variables.put("TMPDIR", folder.toString());
        type("trainyard up --state " + state);
        try {
            String kubeconfig = state.resolve("service/kubeconfig").toString();
            Path script = Path.of("..", "examples/kind/up.sh").toAbsolutePath().normalize();
            String started = type(script + " --kubeconfig " + kubeconfig + " --local-controller");
            String page = Files.readString(DOCUMENTS.resolve("start/kind.md"));
            String end = page.substring(page.indexOf("```text\n"))
                    .lines()
                    .skip(1)
                    .takeWhile(line -> !line.equals("```"))
                    .collect(Collectors.joining("\n"));
            assertThat(alike(started)).as(started).containsAll(alike(end));
            variables.put("KUBECONFIG", kubeconfig);

            assertThat(follow("start/kind.md")).isGreaterThan(4);
        } finally {
            type("trainyard down --delete --state " + state);
        }
    }

    @ParameterizedTest(name = "guides/{0}")
    @CsvSource({
        "laptop.md, ''",
        "local-cluster.md, ''",
        "data.md, '## Try it on your machine'",
    })
    void guides(String page, String section) throws Exception {
        makePython();
        makeKubectl();
        Matcher program = BLOCK.matcher(Files.readString(DOCUMENTS.resolve("start/laptop.md")));
        while (program.find()) {
            if (program.group(1) != null) {
                Files.writeString(work.resolve(program.group(1)), program.group(4));
            }
        }
        Files.writeString(work.resolve("job.yaml"), JOB);
        String text = Files.readString(DOCUMENTS.resolve("guides").resolve(page));
        String part = text.substring(text.indexOf(section));
        int end = part.indexOf("\n## ", 1);
        int blocks = 0;
        for (MatchResult block : INDENTED.matcher(section.isEmpty() ? part : part.substring(0, end))
                .results()
                .toList()) {
            blocks++;
            // What goes on until somebody presses Ctrl-C is left to do so for a while.
            String script = block.group()
                    .replaceAll("(?m)^ {4}", "")
                    .replaceAll(
                            "(?m)^(trainyard dev [^#\\n]*).*$",
                            "timeout --preserve-status -s INT 30 $1 || test \\$? -eq 130");
            assertThat(type("set -ex\n" + script + "echo the end")).contains("\nthe end\n");
        }
        assertThat(blocks).isPositive();
    }

    private void makePython() throws Exception {
        Optional<String> python = TorchOfThisMachine.python();
        if (python.isEmpty() && !Boolean.getBoolean("torch.required")) {
            Assumptions.abort("there is no Python with torch here");
        }
        makeProgram(folder.resolve("bin").resolve("python3"), python.orElseThrow());
    }

    private void makeKubectl() throws Exception {
        if (Boolean.getBoolean("testcluster.required")) {
            makeProgram(
                    folder.resolve("bin").resolve("kubectl"),
                    TestCluster.kubectl().toString());
        }
        Assumptions.assumeTrue(type("kubectl version --client").contains("Client Version"), "no kubectl on the path");
    }

    private int follow(String page) throws Exception {
        int commands = 0;
        for (MatchResult block : BLOCK.matcher(Files.readString(DOCUMENTS.resolve(page)))
                .results()
                .toList()) {
            if (block.group(1) != null) {
                Files.writeString(work.resolve(block.group(1)), block.group(4));
            } else if (block.group(2).equals("console") && block.group(3).isBlank()) {
                commands += followTerminal(block.group(4));
            }
        }
        return commands;
    }

    private static void makeProgram(Path file, String program) throws Exception {
        Files.writeString(file, "#!/bin/sh\nexec " + program + " \"$@\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Types the commands of a terminal; lines up to the next one are what it shows. Those of two streams have no common order. */
    private int followTerminal(String terminal) throws Exception {
        String[] commands = ("\n" + terminal).split("\n\\$ ", -1);
        for (int i = 1; i < commands.length; i++) {
            String[] shown = (commands[i] + "\n").split("\n", 2);
            String seen = type(shown[0]);
            assertThat(alike(seen)).as(shown[0] + "\n" + seen).containsExactlyInAnyOrderElementsOf(alike(shown[1]));
        }
        return commands.length - 1;
    }

    private String type(String command) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("timeout", "300", "bash", "-c", command)
                .directory(work.toFile())
                .redirectErrorStream(true);
        shell.environment().putAll(variables);
        Process process = shell.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /**
     * Numbers, times, addresses and folders differ from run to run, columns are as wide as they are, and Pythons underline differently. The event of a
     * failed TrainJob may come before the end of its run, which says the same.
     */
    private static List<String> alike(String text) {
        return text.lines()
                .map(line -> line.replaceAll("http://127\\.0\\.0\\.1:\\S+", "ADDRESS")
                        .replaceAll("(node-\\d+-\\d+)-[a-z0-9]{5}\\b", "$1-x")
                        .replaceAll("File \"[^\"]*/", "File \"")
                        // Newer versions of kubectl name the namespace.
                        .replaceAll("( deleted) from \\S+ namespace$", "$1")
                        .replaceAll("\\b(?:\\d+h)?(?:\\d+m)?\\d+(?:\\.\\d+)?s\\b", "1s")
                        .replaceAll("\\d+(?:\\.\\d+)?", "1")
                        .replaceAll("\\s+", " ")
                        .strip())
                .filter(line -> !line.matches("[| ^~]*"))
                .toList();
    }
}
