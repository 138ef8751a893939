package io.trainyard.launcher.cli.state;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.run.folder.FetchCache;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.UnknownRunException;
import io.trainyard.launcher.run.view.ByteCount;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes what local runs have left. */
@Command(
        name = "clean",
        header = "Remove logs and files of finished runs.",
        description = {
            "",
            "Runs in progress and the folders of volume claims are kept. With --cache, the data sets and models that runs have kept are removed, with the Python packages of initializers, and nothing else."
        },
        footer = {
            "  trainyard clean --older-than 7d",
            "  trainyard clean --dry-run",
            "  trainyard clean --cache --dry-run     how large the cache is"
        })
public final class CleanCommand implements Runnable {
    private final Environment environment;
    private final Clock clock;

    @Mixin
    private StateOption state = new StateOption();

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description = "The runs to remove; without it, all that have ended.")
    private List<String> names = List.of();

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Only runs that started, or data that was used, longer ago, such as 7d or 12h.")
    private @Nullable Duration age;

    @Option(
            names = "--cache",
            description =
                    "Remove data sets and models that \"trainyard run --cache\" has kept, and the Python packages of initializers, instead of runs.")
    private boolean cache;

    @Option(names = "--dry-run", description = "Only print what would be removed.")
    private boolean dryRun;

    public CleanCommand(Environment environment, Clock clock) {
        this.environment = environment;
        this.clock = clock;
    }

    @Override
    public void run() {
        if (cache) {
            cleanCache(FetchCache.of(environment.variables()));
        } else {
            cleanRuns();
        }
    }

    private void cleanCache(FetchCache fetched) {
        long data = clean(fetched, fetched.entries(), "");
        long packages = clean(fetched, fetched.environments(), "Python packages ");
        environment.out().println("the cache " + fetched.folder() + holds() + ByteCount.text(data));
        environment.out().println(fetched.packages() + holds() + ByteCount.text(packages));
    }

    private String holds() {
        return dryRun ? " holds " : " now holds ";
    }

    /** Gives the bytes that are there afterwards. */
    private long clean(FetchCache fetched, List<FetchCache.Entry> entries, String what) {
        long kept = 0;
        for (FetchCache.Entry entry : entries) {
            String text = what + entry.folder().getFileName() + ", " + ByteCount.text(entry.bytes());
            boolean old = isOld(entry.lastUsed());
            if (old && dryRun) {
                environment.out().println("would remove " + text);
            } else if (old && fetched.remove(entry)) {
                environment.out().println("removed " + text);
                continue;
            } else if (old) {
                environment.err().println(text + " is in use and is kept");
            }
            kept += entry.bytes();
        }
        return kept;
    }

    private void cleanRuns() {
        List<RunFolder> runs = names.isEmpty()
                ? state.folder().list()
                : names.stream().map(this::find).distinct().toList();
        int removed = 0;
        for (RunFolder run : runs) {
            Optional<RunStatus> status = run.read();
            if (status.map(RunStatus::livePhase)
                    .filter(phase -> phase == RunStatus.Phase.RUNNING)
                    .isPresent()) {
                environment.err().println(run.id() + kept(status.get().process()));
            } else if (isOld(status.map(RunStatus::started).orElse(Instant.EPOCH))) {
                if (!dryRun) {
                    state.folder().remove(run);
                }
                environment.out().println((dryRun ? "would remove " : "removed ") + run.id());
                removed++;
            }
        }
        if (removed == 0) {
            environment.err().println("there is nothing to remove");
        }
    }

    private RunFolder find(String name) {
        try {
            return state.folder().find(name);
        } catch (UnknownRunException unknown) {
            throw wrong(String.valueOf(unknown.getMessage()));
        }
    }

    private static String kept(ProcessIdentity process) {
        return process.isElsewhere()
                ? " was started on " + process.host().name()
                        + " and is kept: only there can be seen whether it still runs"
                : " is still running and is kept";
    }

    private boolean isOld(Instant started) {
        return age == null || started.isBefore(clock.instant().minus(age));
    }
}
