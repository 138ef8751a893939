package io.trainyard.launcher.cli.state;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.ColorChoice;
import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.job.KubectlCommand;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.launcher.run.folder.FollowedFile;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what a run in the background says, from its beginning to its end. */
@Command(
        name = "attach",
        header = "Follow a run in the background, or a TrainJob of the service, to its end, and end as it does.",
        description = {
            "",
            "Ctrl-C leaves it alone; 'trainyard stop' ends a run. RUN may also be a TrainJob of the service ('trainyard up')."
        },
        footer = {"  trainyard run job.yaml -d", "  trainyard attach", "  trainyard attach mnist"})
public final class AttachCommand implements Callable<Integer> {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    private final Environment environment;

    @Mixin
    private StateOption jobs = new StateOption();

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "The run; without it, the newest.")
    private String run = "latest";

    public AttachCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    public Integer call() {
        FoundJob job = jobs.jobs(environment.variables()).find(run, KubectlCommand.FOLLOW);
        try (StopSignals signals = new StopSignals(() -> leave(job), () -> leave(job))) {
            return follow(job);
        }
    }

    /** What is followed goes on, and nothing here has to be put in order. */
    private void leave(FoundJob job) {
        environment.err().println(goesOn(job));
        environment.err().flush();
        Runtime.getRuntime().halt(ExitCodes.STOPPED);
    }

    /** What a user reads who stops looking. */
    static String goesOn(FoundJob job) {
        return job instanceof FoundJob.OfService trainJob
                ? trainJob.title() + " goes on; trainyard stop " + trainJob.name() + " ends it"
                : "the run goes on; trainyard stop " + job.folder().id() + " ends it";
    }

    private int follow(FoundJob job) {
        return job instanceof FoundJob.OfService trainJob ? follow(trainJob) : follow(job.folder());
    }

    /** What its pods write, and how it ends; of a TrainJob that has ended, all that they have written. */
    private int follow(FoundJob.OfService job) {
        new LogPrinter(environment, ColorChoice.auto.isOn(environment)).follow(LogSelection.all(job), true);
        Optional<JobSnapshot> end = job.snapshot();
        environment
                .out()
                .println(end.map(seen -> "TrainJob " + seen.name() + ": "
                                + seen.phase().text() + (seen.message().isEmpty() ? "" : " (" + seen.message() + ")"))
                        .orElse(job.title() + " is not there any more"));
        return end.filter(seen -> seen.phase() == JobPhase.COMPLETE).isPresent() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private int follow(RunFolder folder) {
        if (!Files.isRegularFile(folder.output())) {
            throw wrong(folder.id()
                    + " was not started with -d, so its output is in the terminal that it was started in; see"
                    + " 'trainyard logs -f' and 'trainyard status'");
        }
        FollowedFile output = new FollowedFile(folder.output());
        boolean over;
        do {
            over = !isRunning(folder.read());
            print(output, over);
        } while (!over && Pause.of(POLL_INTERVAL));
        // What it says of its end was written before it ended.
        return folder.read().flatMap(RunStatus::exitCode).orElse(ExitCodes.FAILED);
    }

    private static boolean isRunning(Optional<RunStatus> status) {
        return status.filter(read -> read.process().isAlive()).isPresent();
    }

    private void print(FollowedFile output, boolean over) {
        try {
            output.read(over, environment.out()::println);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the output of the run", unreadable);
        }
        environment.out().flush();
    }
}
