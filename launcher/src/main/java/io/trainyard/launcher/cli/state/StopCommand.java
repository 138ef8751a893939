package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.ProcessEnd;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stops local runs. */
@Command(
        name = "stop",
        header = "Stop a run, as Ctrl-C in its terminal does.",
        description = {
            "",
            "Programs get their grace period to end. RUN is a name that 'trainyard ps' lists, the beginning of one, the name of a "
                    + "TrainJob, or latest."
        },
        exitCodeList = {"0:the runs have stopped", "1:one did not stop in time", "2:there is no such run"})
public final class StopCommand implements Callable<Integer> {
    private static final Duration TERMINATE_AGAIN_AFTER = Duration.ofSeconds(1);

    private final Environment environment;

    @Mixin
    private StateOption state = new StateOption();

    @Parameters(arity = "0..*", paramLabel = "RUN", description = "The runs to stop.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "All running runs.")
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

    private record Running(RunFolder run, ProcessHandle process) {}

    public StopCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (names.isEmpty() && !all) {
            throw new CommandException(ExitCodes.WRONG_INPUT, "name a run, or give --all; 'trainyard ps' lists them");
        }
        List<RunFolder> runs =
                all ? state.folder().list() : names.stream().map(state::find).toList();
        List<Running> running = new ArrayList<>();
        for (RunFolder run : runs) {
            Optional<ProcessIdentity> elsewhere = run.read()
                    .filter(status -> status.phase() == RunStatus.Phase.RUNNING)
                    .map(RunStatus::process)
                    .filter(ProcessIdentity::isElsewhere);
            if (elsewhere.isPresent()) {
                environment
                        .err()
                        .println(run.id() + " was started on "
                                + elsewhere.get().host().name() + "; stop it there");
                continue;
            }
            Optional<ProcessHandle> process = run.read()
                    .filter(status -> status.phase() == RunStatus.Phase.RUNNING)
                    .flatMap(status -> status.process().find());
            process.ifPresent(found -> running.add(new Running(run, found)));
            if (process.isEmpty() && !all) {
                environment.out().println(run.id() + " does not run any more");
            }
        }
        running.forEach(each -> each.process.destroy());
        if (now) {
            running.forEach(each -> interrupt(each.process));
            running.forEach(each -> terminateAgain(each.process));
        }
        boolean stopped = true;
        for (Running each : running) {
            boolean ended = ProcessEnd.within(each.process, timeout);
            stopped &= ended;
            environment
                    .out()
                    .println(each.run.id()
                            + (ended ? " stopped" : " did not end within " + timeout.toSeconds() + " s; try --now"));
        }
        return stopped ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    /** A second signal means "now"; it is another one, for two of one kind may arrive as one. */
    private static void interrupt(ProcessHandle process) {
        try {
            new ProcessBuilder("kill", "-s", "INT", Long.toString(process.pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noSuchProgram) {
            process.destroyForcibly();
        }
    }

    /** What a script runs in the background ignores Ctrl-C, so it is told "now" by a second TERM, after the first has arrived. */
    private static void terminateAgain(ProcessHandle process) {
        if (!ProcessEnd.within(process, TERMINATE_AGAIN_AFTER)) {
            process.destroy();
        }
    }
}
