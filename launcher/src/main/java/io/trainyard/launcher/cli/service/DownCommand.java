package io.trainyard.launcher.cli.service;

import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.ProcessEnd;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stops the service of a folder. */
@Command(
        name = "down",
        header = "Stop what 'up' has started; its objects are kept.",
        description = {
            "",
            "Programs get their grace period to end. The next 'trainyard up' goes on with the same objects: pods that were running have failed, as "
                    + "after the shutdown of a node, and start again as their job says."
        },
        exitCodeList = {
            "0:the service is down",
            "1:it did not stop in time",
            "2:wrong option, or it runs elsewhere or is just starting"
        },
        footer = {"  trainyard down", "  trainyard down --delete     start empty at the next 'up'"})
public final class DownCommand implements Callable<Integer> {
    private static final Duration SECOND_SIGNAL = Duration.ofSeconds(1);

    private final Environment environment;

    @Mixin
    private StateOption state = new StateOption();

    @Option(names = "--delete", description = "Remove its objects and logs, too.")
    private boolean delete;

    @Option(names = "--now", description = "Kill programs, without a grace period.")
    private boolean now;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "60s",
            description = "How long to wait (${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofSeconds(60);

    public DownCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        ServiceFolder folder = new ServiceFolder(state.folder());
        UpCommand.requireHere(folder, "");
        Optional<ProcessHandle> process = folder.read()
                .filter(read -> read.phase() != ServiceStatus.Phase.DOWN)
                .flatMap(read -> read.process().find());
        boolean stopped = process.map(this::stop).orElse(true);
        if (!stopped) {
            environment.err().println("the service did not end within " + timeout.toSeconds() + " s; try --now");
            return ExitCodes.FAILED;
        }
        if (delete && Files.isDirectory(folder.root())) {
            delete(folder);
            environment.out().println((process.isPresent() ? "stopped, and " : "") + "removed " + folder.root());
        } else if (process.isPresent()) {
            environment.out().println("stopped; 'trainyard up' goes on with the objects in " + folder.root());
        } else {
            environment.out().println("no service is up in " + folder.state().root());
        }
        return ExitCodes.DONE;
    }

    /** One that is just starting says so nowhere yet, but it has the lock. */
    @SuppressWarnings("try") // The lock is held for as long as the block runs; nothing calls it.
    private static void delete(ServiceFolder folder) {
        if (!Files.exists(folder.lock())) {
            // There has never been a service, or it is a folder of the user's, in which nothing is made.
            folder.delete();
            return;
        }
        try (ServiceLock held = ServiceLock.take(folder)) {
            folder.delete();
        }
    }

    private boolean stop(ProcessHandle process) {
        process.destroy();
        // Two signals at once may arrive as one; the second one means now.
        if (now && !ProcessEnd.within(process, SECOND_SIGNAL)) {
            process.destroy();
        }
        return ProcessEnd.within(process, timeout);
    }
}
