package io.trainyard.launcher.cli.state;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.job.KubectlCommand;
import io.trainyard.launcher.cli.job.NamedJobs;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.cli.process.ProcessEnd;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stops local runs and TrainJobs of a service. */
@Command(
        name = "stop",
        header = "Stop a run, as Ctrl-C in its terminal does, or a TrainJob of the service.",
        description = {
            "",
            "Programs get their grace period to end. JOB is a name that 'trainyard ps' lists or its beginning, the name of a "
                    + "TrainJob, or latest.",
            "",
            "A TrainJob of the service is suspended, and its logs stay; 'kubectl delete trainjob' removes it."
        },
        footer = {"  trainyard stop latest", "  trainyard stop mnist --now", "  trainyard stop --all"},
        exitCodeList = {"0:they have stopped", "1:one did not stop in time", "2:there is no such run or TrainJob"})
public final class StopCommand implements Callable<Integer> {
    private static final Duration SECOND_SIGNAL = Duration.ofMillis(500);

    private final Environment environment;
    private final Supplier<JobStopper> stoppers;

    @Mixin
    private StateOption jobs = new StateOption();

    @Parameters(arity = "0..*", paramLabel = "JOB", description = "The runs and TrainJobs to stop.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "All running runs, and all TrainJobs of the service of this folder.")
    private boolean all;

    @Option(names = "--now", description = "Kill, without a grace period.")
    private boolean now;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "60s",
            description = "How long to wait (${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofSeconds(60);

    /**
     * @param stoppers made when there is a TrainJob of a service to stop
     */
    public StopCommand(Environment environment, Supplier<JobStopper> stoppers) {
        this.environment = environment;
        this.stoppers = stoppers;
    }

    @Override
    public Integer call() {
        if (names.isEmpty() && !all) {
            throw wrong("name a run or a TrainJob, or give --all; 'trainyard ps' lists runs, 'trainyard status service'"
                    + " TrainJobs of the service");
        }
        NamedJobs named = jobs.jobs(environment.variables());
        List<RunFolder> runs = new ArrayList<>();
        List<FoundJob.OfService> trainJobs = new ArrayList<>();
        if (all) {
            runs.addAll(named.state().list());
            trainJobs.addAll(named.unfinishedOfOwnService());
        }
        for (String name : names) {
            FoundJob job = named.findRunning(name, KubectlCommand.STOP);
            if (job instanceof FoundJob.OfRun run && !runs.contains(run.folder())) {
                runs.add(run.folder());
            } else if (job instanceof FoundJob.OfService trainJob && !trainJobs.contains(trainJob)) {
                trainJobs.add(upOrRefused(trainJob));
            } else if (job instanceof FoundJob.OfWholeService) {
                throw wrong("'trainyard down' stops the service; name a TrainJob of it, or give --all");
            }
        }
        return stop(runs, trainJobs) ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private static FoundJob.OfService upOrRefused(FoundJob.OfService job) {
        if (job.service().running().isEmpty()) {
            throw wrong("the service of " + job.service().state().root() + " is down, so nothing of " + job.name()
                    + " runs");
        }
        return job;
    }

    /** Everything is told to end before anything is waited for. */
    private boolean stop(List<RunFolder> runs, List<FoundJob.OfService> trainJobs) {
        List<RunningRun> running = runs.stream()
                .filter(this::isHere)
                .flatMap(run -> runningOrTold(run).stream())
                .toList();
        running.forEach(RunningRun::terminate);
        // Two signals at once may arrive as one.
        if (now && !running.isEmpty() && Pause.of(SECOND_SIGNAL)) {
            running.stream().filter(run -> run.process().isAlive()).forEach(RunningRun::terminate);
        }
        boolean stopped = trainJobs.isEmpty() || stopTrainJobs(trainJobs);
        for (RunningRun each : running) {
            boolean ended = ProcessEnd.within(each.process(), timeout);
            stopped &= ended;
            tell(each.run().id(), ended ? "stopped" : late());
        }
        return stopped;
    }

    private boolean isHere(RunFolder run) {
        Optional<ProcessIdentity> elsewhere = run.read()
                .filter(status -> status.phase() == RunStatus.Phase.RUNNING)
                .map(RunStatus::process)
                .filter(ProcessIdentity::isElsewhere);
        elsewhere.ifPresent(process -> environment
                .err()
                .println(run.id() + " was started on " + process.host().name() + "; stop it there"));
        return elsewhere.isEmpty();
    }

    private Optional<RunningRun> runningOrTold(RunFolder run) {
        Optional<RunningRun> running = RunningRun.in(run);
        if (running.isEmpty() && !all) {
            tell(run.id(), "does not run any more");
        }
        return running;
    }

    /** All are of one service, for no more than one is looked at. */
    private boolean stopTrainJobs(List<FoundJob.OfService> trainJobs) {
        List<JobStopper.Outcome> outcomes = stoppers.get()
                .stop(new JobStopper.Request(
                        trainJobs.get(0).service(),
                        trainJobs.stream()
                                .map(job -> new JobStopper.Name(job.namespace(), job.name()))
                                .toList(),
                        now,
                        timeout));
        for (int i = 0; i < outcomes.size(); i++) {
            tell(
                    trainJobs.get(i).title(),
                    switch (outcomes.get(i)) {
                        case STOPPED -> "stopped; it is suspended and keeps its logs";
                        case ENDED_BEFORE -> "does not run any more";
                        case LATE -> late();
                    });
        }
        return !outcomes.contains(JobStopper.Outcome.LATE);
    }

    private String late() {
        return "did not end within " + timeout.toSeconds() + " s" + (now ? "" : "; try --now");
    }

    private void tell(String title, String what) {
        environment.out().println(title + " " + what);
    }
}
