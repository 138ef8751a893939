package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the number of nodes of a local run. */
@Command(
        name = "scale",
        header = "Change the number of nodes of a run.",
        description = {
            "",
            "Nodes are added or, beginning with the highest, ended; torchrun on the others goes on with as many as there are. Only for runtimes with an "
                    + "elasticPolicy, between its bounds. RUN is a name that 'trainyard ps' lists, the beginning of one, the name of a TrainJob, or latest. On a "
                    + "cluster, use 'kubectl scale trainjob'."
        },
        footer = {"  trainyard scale mnist 4"},
        exitCodeList = {
            "0:the TrainJob asks for that many nodes",
            "1:the run does not answer",
            "2:there is no such run, or it cannot have that many nodes"
        })
public final class ScaleCommand implements Callable<Integer> {
    private final Environment environment;
    private final Supplier<JobScaler> scalers;

    @Mixin
    private StateOption state = new StateOption();

    @Parameters(index = "0", paramLabel = "RUN", description = "The run.")
    private String run = "";

    @Parameters(index = "1", paramLabel = "NODES", description = "The new number of nodes.")
    private int nodes;

    @Option(names = "--trainjob", paramLabel = "NAME", description = "Which TrainJob, if the run has several.")
    private @Nullable String trainJob;

    public ScaleCommand(Environment environment, Supplier<JobScaler> scalers) {
        this.environment = environment;
        this.scalers = scalers;
    }

    @Override
    public Integer call() {
        RunFolder folder = state.find(run);
        boolean running = folder.read()
                .filter(status -> status.livePhase() == RunStatus.Phase.RUNNING)
                .isPresent();
        if (!running) {
            throw new CommandException(ExitCodes.WRONG_INPUT, folder.id() + " does not run any more");
        }
        JobScaler.Report report = scalers.get().scale(new JobScaler.Request(folder.kubeconfig(), meant(folder), nodes));
        environment
                .out()
                .println(report.trainJob() + ": "
                        + report.before().map(before -> before + " -> ").orElse("") + nodes + " nodes");
        return ExitCodes.DONE;
    }

    /** Who names a run by its TrainJob means that one. */
    private Optional<String> meant(RunFolder folder) {
        if (trainJob != null) {
            return Optional.of(trainJob);
        }
        return folder.read()
                .map(RunStatus::trainJobs)
                .filter(names -> names.contains(run))
                .map(names -> run);
    }
}
