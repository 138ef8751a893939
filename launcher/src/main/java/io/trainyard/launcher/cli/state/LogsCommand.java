package io.trainyard.launcher.cli.state;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.launcher.cli.input.ColorChoice;
import io.trainyard.launcher.cli.job.KubectlCommand;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.LogFiles.LogFile;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
            "Logs of all attempts are kept, also of deleted pods; the last attempt is shown. RUN is a name that 'trainyard ps' lists or its beginning, "
                    + "the name of a TrainJob, latest, or service for what 'trainyard up' has started."
        },
        footer = {
            "  trainyard logs latest                       of all pods, each line with the name of its pod",
            "  trainyard logs mnist node-0-1 -f            of one pod, as it comes",
            "  trainyard logs mnist --rank 3               of one process, in whichever pod it is"
        })
public final class LogsCommand implements Callable<Integer> {
    private static final String RANK = "rank:";

    private final Environment environment;

    @Mixin
    private StateOption jobs = new StateOption();

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "The run; without it, the newest.")
    private String run = "latest";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "POD",
            description = "The pod, or part of its name, such as node-0-1; without it, all. Or rank:N, as --rank N.")
    private @Nullable String pod;

    @Option(
            names = "--rank",
            paramLabel = "N",
            description =
                    "Only the lines of this process, whichever pod has them. Where a node has several, lines have to say whose they are: [rank3]:, torchrun's --tee 3, mpirun's --tag-output.")
    private @Nullable Long rank;

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

    private boolean told;

    public LogsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        takeRank();
        LogSelection selection = new LogSelection(
                jobs.jobs(environment.variables()).find(run, follow ? KubectlCommand.FOLLOW : KubectlCommand.LOGS),
                Optional.ofNullable(pod),
                Optional.ofNullable(container),
                Optional.ofNullable(attempt),
                previous);
        LogPrinter printer = new LogPrinter(environment, color.isOn(environment));
        Optional<RankLines> ofRank = Optional.ofNullable(rank).map(RankLines::new);
        if (follow) {
            follow(printer, selection, ofRank);
        } else {
            show(printer, selection, ofRank);
        }
        if (ofRank.filter(lines -> !lines.found()).isPresent()) {
            throw wrong(ofRank.get().nothing(selection.job().title()));
        }
        return ExitCodes.DONE;
    }

    /** What {@code --follow} of a run calls a process may stand in the place of the pod, or of the run for the newest one. */
    private void takeRank() {
        if (rank != null && rank < 0) {
            throw wrong("--rank: must be a rank, 0 or more, not " + rank);
        }
        String last = pod == null ? run : pod;
        String named = isRank(run) ? run : last;
        if (!isRank(named)) {
            return;
        }
        if (rank != null) {
            throw wrong(named + ": is said by --rank already");
        }
        rank = Long.parseLong(named.substring(RANK.length()));
        run = !isRank(run) ? run : pod == null ? "latest" : pod;
        pod = null;
    }

    private static boolean isRank(String word) {
        return word.startsWith(RANK) && PlainText.isNumber(word.substring(RANK.length()), 9);
    }

    private void follow(LogPrinter printer, LogSelection selection, Optional<RankLines> ofRank) {
        printer.follow(
                selection,
                pod == null,
                (file, line) -> ofRank.isEmpty() || ofRank.get().includes(file, line),
                () -> ofRank.filter(RankLines::areNobodys).ifPresent(lines -> tellOnce(lines, selection)));
    }

    /** Whoever waits for lines of a rank would not know why none come. */
    private void tellOnce(RankLines lines, LogSelection selection) {
        if (!told && selection.job().isRunning()) {
            told = true;
            environment.err().println("so far, " + lines.nothing(selection.job().title()));
            environment.err().flush();
        }
    }

    private void show(LogPrinter printer, LogSelection selection, Optional<RankLines> ofRank) {
        List<LogFile> chosen = selection.chosen();
        if (chosen.isEmpty()) {
            throw wrong(nothing(selection));
        }
        boolean many = chosen.size() > 1;
        for (LogFile file : chosen) {
            if (ofRank.isPresent()) {
                show(file, ofRank.get(), line -> printer.print(file, line, many));
            } else {
                printer.print(file, tail, many);
            }
        }
    }

    private void show(LogFile file, RankLines ofRank, Consumer<String> lines) {
        Deque<String> last = new ArrayDeque<>();
        Consumer<String> found = tail == null
                ? lines
                : line -> {
                    last.add(line);
                    if (last.size() > most()) {
                        last.remove();
                    }
                };
        LogPrinter.all(file, line -> {
            if (ofRank.includes(file, line)) {
                found.accept(line);
            }
        });
        last.forEach(lines);
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

    private int most() {
        return tail == null ? Integer.MAX_VALUE : Math.max(0, tail);
    }
}
