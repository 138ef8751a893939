package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.launcher.cli.plugins.PluginListing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TrainyardCommandLineTest {
    private static final List<String> COMMANDS = List.of(
            "run",
            "ps",
            "logs",
            "scale",
            "stop",
            "clean",
            "render",
            "controller",
            "crds",
            "rbac",
            "install-runtimes",
            "why",
            "report",
            "plugins",
            "version",
            "completion");

    private final RecordingServices services = new RecordingServices();

    @ParameterizedTest
    @ValueSource(strings = {"", "--help", "-h", "help"})
    void helpShowsEveryCommandUnderSomeHeading(String args) {
        CommandRun run = args.isEmpty() ? CommandRun.of(services) : CommandRun.of(services, args);

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Look at TrainJobs without a cluster:", "Examples:");
        assertThat(COMMANDS)
                .allSatisfy(command -> assertThat(run.out()).containsPattern("(?m)^  " + command + " +[A-Z]"));
    }

    @Test
    void anUnknownCommandIsGuessed() {
        CommandRun run = CommandRun.of(services, "rendr", "x.yaml");

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "trainyard: there is no command rendr; did you mean \"render\"?\nTry 'trainyard --help'.\n"));
        assertThat(CommandRun.of(services, "--nope").err()).startsWith("trainyard: there is no option --nope");
    }

    @Test
    void anUnknownOptionIsRefused() {
        CommandRun run = CommandRun.of(services, "crds", "--all");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("trainyard crds: there is no option --all\nTry 'trainyard crds --help'.\n");
        assertThat(CommandRun.of(services, "run", "train.py", "--node=2").err())
                .isEqualTo("trainyard run: there is no option --node; did you mean \"--nodes\"?\n"
                        + "Options of the program stand behind --, as in: trainyard run train.py -- --epochs 1\n"
                        + "Try 'trainyard run --help'.\n");
    }

    @Test
    @DisplayName(
            "a program, a script or a file in the place of a command is answered with the command that takes it (LOCAL-282)")
    void aProgramIsNoCommand() {
        assertThat(CommandRun.of(services, "train.py").err())
                .startsWith("trainyard: there is no command train.py; did you mean \"trainyard run train.py\"?\n");
        assertThat(CommandRun.of(services, "job.yaml", "--nodes", "2").err())
                .contains("did you mean \"trainyard run job.yaml\"?");
        assertThat(CommandRun.of(services, "torchrun", "--nproc_per_node=2", "train.py")
                        .err())
                .contains("did you mean \"trainyard launch -- torchrun --nproc_per_node=2 train.py\"?");
        assertThat(CommandRun.of(services, "run", "torchrun", "--nproc_per_node", "2", "train.py")
                        .err())
                .contains("A command is started by: trainyard launch -- torchrun --nproc_per_node 2 train.py\n");
    }

    @Test
    void helpAsAWordIsTheHelpOfTheCommandAfterIt() {
        assertThat(CommandRun.of(services, "help", "crds")).isEqualTo(CommandRun.of(services, "crds", "--help"));
        CommandRun unknown = CommandRun.of(services, "help", "rendr");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no command rendr; did you mean \"render\"?");
    }

    @Test
    void everyCommandExplainsItself() {
        for (String command : COMMANDS) {
            CommandRun run = CommandRun.of(services, command, "--help");
            assertThat(run.code()).as(command).isZero();
            assertThat(run.out())
                    .as(command)
                    .contains("Usage: trainyard " + command)
                    .containsPattern("\n(Options|Flags):\n")
                    .containsPattern("(?m)^ +-h, (-help, )?--help");
            // As many lines as there are ways to call it, not one for each option.
            assertThat(run.out()
                            .lines()
                            .dropWhile(line -> !line.startsWith("Usage: "))
                            .takeWhile(line -> !line.isEmpty()))
                    .as(command)
                    .hasSizeLessThan(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "--version", "-V"})
    void theVersionIsThatOfTheBuild(String args) {
        CommandRun run = CommandRun.of(services, args);

        assertThat(run.code()).isZero();
        assertThat(run.out().lines()).hasSize(3);
        assertThat(run.out())
                .containsPattern("trainyard \\d+\\.\\d+")
                .containsPattern("commit +\\S+")
                .containsPattern("java +\\d+");
    }

    @Test
    void theDefinitionsOfAllThreeKindsArePrinted() {
        CommandRun run = CommandRun.of(services, "crds");

        assertThat(run.code()).isZero();
        assertThat(YamlDocuments.read("crds", run.out()).documents())
                .extracting(document -> document.mapping().orElseThrow().get("metadata"))
                .extracting(metadata -> ((Map<?, ?>) metadata).get("name"))
                .hasToString(
                        "[trainjobs.trainer.kubeflow.org, trainingruntimes.trainer.kubeflow.org, clustertrainingruntimes.trainer.kubeflow.org]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completionKnowsEveryCommandAndItsOptions(String shell) {
        CommandRun run = CommandRun.of(services, "completion", shell);

        assertThat(run.code()).isZero();
        assertThat(COMMANDS).allSatisfy(command -> assertThat(run.out())
                .contains("_picocli_trainyard_" + command.replace("-", "")));
        assertThat(run.out()).contains("--plugins-dir").contains("bashcompinit");
        assertThat(CommandRun.of(services, "completion", "tcsh").code()).isEqualTo(2);
    }

    @Test
    void pluginsAreListedInATable() {
        services.listings = List.of(
                new PluginListing("jobset", "", "built in", List.of("ComponentBuilder"), 100, Optional.empty()),
                new PluginListing(
                        "torch",
                        "1.0",
                        "/p/torch.jar",
                        List.of("EnforceMLPolicy", "CustomValidation"),
                        100,
                        Optional.empty()));

        CommandRun run = CommandRun.of(services, "plugins");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .isEqualTo(
                        """
                        NAME    VERSION  ORDER  TAKES PART IN                      FROM
                        jobset  -        100    ComponentBuilder                   built in
                        torch   1.0      100    EnforceMLPolicy, CustomValidation  /p/torch.jar
                        """);
    }

    @Test
    void aPluginThatCannotBeUsedIsAnError() {
        services.listings =
                List.of(new PluginListing("bad", "", "/p/bad.jar", List.of(), 0, Optional.of("no service file")));

        CommandRun run = CommandRun.of(services, "plugins");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("cannot be used: bad (/p/bad.jar): no service file\n");
    }
}
