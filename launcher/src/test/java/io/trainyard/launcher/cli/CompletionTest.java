package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Completion (LOCAL-200)")
final class CompletionTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void runsAndRuntimes() throws IOException {
        for (String run : List.of("20261123-101500-mnist", "20261123-111500-mnist", "20261123-121500-bert")) {
            Files.createDirectories(folder.resolve(".trainyard/runs").resolve(run));
        }
        for (String pod : List.of("my-node-node-0-0-abcde", "my-node-node-0-1-fghij", "llama-node-0-0-klmno.uid")) {
            Files.createDirectories(folder.resolve(".trainyard/service/pods").resolve(pod));
        }
        for (String runtime : List.of("torch-distributed", "torch-elastic", "jax-distributed")) {
            Files.createDirectories(folder.resolve("runtimes"));
            Files.writeString(folder.resolve("runtimes").resolve(runtime + ".yaml"), "");
        }
    }

    private String script(String shell) {
        CommandRun run = CommandRun.of(new RecordingServices(), "", Map.of(), Optional.of(folder), "completion", shell);
        assertThat(run.code()).isZero();
        return run.out();
    }

    @ParameterizedTest(name = "trainyard {0}: {1}")
    @CsvSource({
        "logs, '20261123-101500-mnist 20261123-111500-mnist 20261123-121500-bert bert latest llama mnist my-node'",
        "exec my, my-node",
        "clean, '20261123-101500-mnist 20261123-111500-mnist 20261123-121500-bert bert latest mnist'",
        "scale my, my-node",
        "stop lla, llama",
        "logs mn, mnist",
        "why b, bert",
        "launch --runtime torch, torch-distributed torch-elastic",
        "logs --tai, --tail",
        "logs --ra, --rank",
        "laun, launch"
    })
    @DisplayName(
            "in bash knows commands, options, runs of the folder, TrainJobs of its service where they can be named, and runtimes")
    void bash(String words, String completed) throws Exception {
        assertThat(complete(words)).isEqualTo(completed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$(touch hit)",
                "`touch hit`",
                "x-node-0-0-$(touch hit)",
                "$(touch hit)-node-0-0-x",
                "${HOME}",
                "*"
            })
    @DisplayName("in a folder from somewhere runs no command that a file is called like, and offers none as a name")
    void hostileNames(String name) throws Exception {
        Files.createDirectories(folder.resolve(".trainyard/runs").resolve("20261123-101500-" + name));
        Files.createDirectories(folder.resolve(".trainyard/runs").resolve(name));
        Files.createDirectories(folder.resolve(".trainyard/service/pods").resolve(name));

        assertThat(complete("logs"))
                .isEqualTo(
                        "20261123-101500-mnist 20261123-111500-mnist 20261123-121500-bert bert latest llama mnist my-node");
        assertThat(folder.resolve("hit")).doesNotExist();
    }

    private String complete(String words) throws IOException, InterruptedException {
        String line = words.contains(" ") || words.equals("laun") ? words : words + " ";
        String[] typed = ("trainyard " + line).split(" ", -1);
        Path script = Files.writeString(
                folder.resolve("test.bash"),
                script("bash") + "\nCOMP_WORDS=(" + quoted(typed) + ")\nCOMP_CWORD=" + (typed.length - 1)
                        + "\n_trainyard_with_names\nprintf '%s\\n' \"${COMPREPLY[@]}\" | tr -d ' ' | sort -u\n");
        Process process = new ProcessBuilder("bash", "--norc", script.toString())
                .directory(folder.toFile())
                // Outside of a terminal bash says that nothing is being completed.
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        return output.strip().replace("\n", " ");
    }

    private static String quoted(String[] words) {
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append('"').append(word).append("\" ");
        }
        return text.toString();
    }

    @Test
    @DisplayName("in fish knows the same")
    void fish() {
        assertThat(script("fish"))
                .contains(
                        "complete -c trainyard -n __fish_use_subcommand -f -a launch -d 'Train a command line on several nodes here, without YAML'",
                        "complete -c trainyard -n '__fish_seen_subcommand_from logs' -s f -l follow -d 'Follow the logs until the run ends'",
                        "complete -c trainyard -n '__fish_seen_subcommand_from logs' -l tail -r -d",
                        "complete -c trainyard -n '__fish_seen_subcommand_from launch' -l runtime -x -a 'jax-distributed torch-distributed torch-elastic' -d",
                        "complete -c trainyard -n '__fish_seen_subcommand_from logs' -f -a \"latest (ls .trainyard/runs")
                .doesNotContain("${");
    }
}
