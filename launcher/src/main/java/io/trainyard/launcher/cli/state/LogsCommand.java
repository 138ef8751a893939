package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.input.ColorChoice;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.run.folder.FollowedFile;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.launcher.run.output.RankMark;
import io.trainyard.launcher.run.view.RankColors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            "Logs of all attempts are kept, also of deleted pods; the last attempt is shown. RUN is a name that 'trainyard ps' lists, the beginning of one, the name of a TrainJob, or latest."
        },
        footer = {
            "  trainyard logs latest                       of all pods, each line with the name of its pod",
            "  trainyard logs mnist node-0-1 -f            of one pod, as it comes"
        })
public final class LogsCommand implements Callable<Integer> {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    private final Environment environment;

    @Mixin
    private StateOption state = new StateOption();

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
        RunFolder folder = state.find(run);
        LogFiles files = new LogFiles(folder.pods());
        List<LogFiles.LogFile> chosen = chosen(files);
        if (chosen.isEmpty() && !follow) {
            throw new CommandException(ExitCodes.WRONG_INPUT, nothing(folder, files));
        }
        if (follow) {
            follow(folder, files);
        } else {
            boolean many = chosen.size() > 1;
            chosen.forEach(file -> lines(file.path()).forEach(line -> print(file, line, many)));
        }
        return ExitCodes.DONE;
    }

    private String nothing(RunFolder folder, LogFiles files) {
        List<String> pods =
                files.list().stream().map(LogFiles.LogFile::pod).distinct().toList();
        if (pods.isEmpty()) {
            return "the run " + folder.id() + " has no logs: no container was started";
        }
        int attempts = Attempts.of(meant(files)).stream()
                .mapToInt(Attempts::count)
                .max()
                .orElse(0);
        return attempts == 0
                ? "there is no such log in " + folder.id() + "; its pods are " + String.join(", ", pods)
                : "there is no such attempt in " + folder.id() + "; there "
                        + (attempts == 1 ? "is attempt 1 only" : "are attempts 1 to " + attempts);
    }

    private List<LogFiles.LogFile> chosen(LogFiles files) {
        List<LogFiles.LogFile> meant = meant(files);
        boolean exact = meant.stream().anyMatch(file -> file.pod().equals(pod));
        List<LogFiles.LogFile> candidates =
                exact ? meant.stream().filter(file -> file.pod().equals(pod)).toList() : meant;
        return Attempts.of(candidates).stream()
                .flatMap(each -> chosen(each).stream())
                .toList();
    }

    private Optional<LogFiles.LogFile> chosen(Attempts attempts) {
        if (attempt != null) {
            return attempts.number(attempt);
        }
        return previous ? attempts.previous() : attempts.last();
    }

    private List<LogFiles.LogFile> meant(LogFiles files) {
        return files.list().stream()
                .filter(file -> pod == null || isMeant(file.pod(), pod))
                .filter(file -> container == null || file.containerName().equals(container))
                .toList();
    }

    /** Names of pods end with letters that nobody can know, so a part of the name between dashes is enough. */
    private static boolean isMeant(String name, String wanted) {
        return name.equals(wanted) || ("-" + name + "-").contains("-" + wanted + "-");
    }

    private List<String> lines(Path file) {
        return TextFiles.lastLines(file, tail == null ? Integer.MAX_VALUE : Math.max(0, tail));
    }

    private void print(LogFiles.LogFile file, String line, boolean named) {
        String who = file.pod() + " |";
        String shown = color.isOn(environment)
                ? RankColors.paint(who, RankMark.of(line).rank().or(file::node).orElse(0L))
                : who;
        environment.out().println(named ? shown + " " + line : line);
    }

    /** New pods may come while we look; the run has ended when its process says so or is gone. */
    private void follow(RunFolder folder, LogFiles files) {
        Map<Path, FollowedFile> followed = new LinkedHashMap<>();
        boolean named = pod == null;
        boolean over;
        do {
            Optional<RunStatus> status = folder.read();
            over = status.map(RunStatus::livePhase)
                    .filter(phase -> phase == RunStatus.Phase.RUNNING)
                    .isEmpty();
            for (LogFiles.LogFile file : chosen(files)) {
                more(followed.computeIfAbsent(file.path(), FollowedFile::new))
                        .forEach(line -> print(file, line, named));
            }
            environment.out().flush();
        } while (!over && Pause.of(POLL_INTERVAL));
    }

    private static List<String> more(FollowedFile file) {
        try {
            return file.more();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(String.valueOf(unreadable.getMessage()), unreadable);
        }
    }
}
