package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.input.ColorChoice;
import io.trainyard.launcher.cli.job.JobsOption;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.LogFiles.LogFile;
import io.trainyard.launcher.run.folder.TextFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what the pods of a run wrote. */
@Command(
        name = "logs",
        header = "Show the logs of a run's pods.",
        description = {
            "",
            "Logs of all attempts are kept, also of deleted pods; the last attempt is shown. RUN is a name that 'trainyard ps' lists, the beginning of one, "
                    + "the name of a TrainJob of a run or of the service ('trainyard up'), service for all of that, or latest."
        },
        footer = {
            "  trainyard logs latest                       of all pods, each line with the name of its pod",
            "  trainyard logs mnist node-0-1 -f            of one pod, as it comes"
        })
public final class LogsCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private JobsOption jobs = new JobsOption();

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "The run; without it, the newest.")
    private String run = "latest";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "POD",
            description = "The pod, or part of its name, such as node-0-1; without it, all.")
    private @Nullable String pod;

    @Option(
            names = {"-c", "--container"},
            paramLabel = "NAME",
            description = "Only of this container.")
    private @Nullable String container;

    @Option(
            names = {"-f", "--follow"},
            description = "Follow the logs until the run ends.")
    private boolean follow;

    @Option(names = "--tail", paramLabel = "N", description = "Only the last N lines of each container.")
    private @Nullable Integer tail;

    @Option(names = "--color", paramLabel = "WHEN", description = ColorChoice.DESCRIPTION)
    private ColorChoice color = ColorChoice.auto;

    @Option(
            names = {"-p", "--previous"},
            description = "Of the attempt before the last one.")
    private boolean previous;

    @Option(
            names = "--attempt",
            paramLabel = "N",
            description = "Of the Nth attempt, counted from 1; without it, of the last one that wrote anything.")
    private @Nullable Integer attempt;

    public LogsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        LogSelection selection = new LogSelection(
                jobs.jobs(environment.variables()).find(run),
                Optional.ofNullable(pod),
                Optional.ofNullable(container),
                Optional.ofNullable(attempt),
                previous);
        LogPrinter printer = new LogPrinter(environment, color.isOn(environment));
        if (follow) {
            printer.follow(selection, pod == null);
            return ExitCodes.DONE;
        }
        List<LogFile> chosen = selection.chosen();
        if (chosen.isEmpty()) {
            throw new CommandException(ExitCodes.WRONG_INPUT, nothing(selection));
        }
        boolean many = chosen.size() > 1;
        chosen.forEach(file -> lines(file.path()).forEach(line -> printer.print(file, line, many)));
        return ExitCodes.DONE;
    }

    private static String nothing(LogSelection selection) {
        String title = selection.job().title();
        List<String> pods =
                selection.known().stream().map(LogFile::pod).distinct().toList();
        if (pods.isEmpty()) {
            return title + " has no logs: no container was started";
        }
        int attempts = Attempts.of(selection.ofAllAttempts()).stream()
                .mapToInt(Attempts::count)
                .max()
                .orElse(0);
        return attempts == 0
                ? "there is no such log in " + title + "; its pods are " + String.join(", ", pods)
                : "there is no such attempt in " + title + "; there "
                        + (attempts == 1 ? "is attempt 1 only" : "are attempts 1 to " + attempts);
    }

    private List<String> lines(Path file) {
        return TextFiles.lastLines(file, tail == null ? Integer.MAX_VALUE : Math.max(0, tail));
    }
}
