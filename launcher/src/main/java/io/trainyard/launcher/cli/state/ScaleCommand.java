package io.trainyard.launcher.cli.state;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.job.KubectlCommand;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the number of nodes of a local run, or of a TrainJob of a service. */
@Command(
        name = "scale",
        header = "Change the number of nodes of a run, or of a TrainJob of the service.",
        description = {
            "",
            "Adds nodes, or ends those with the highest numbers; torchrun on the remaining nodes goes on. The runtime needs an elasticPolicy, whose "
                    + "bounds apply. JOB is a name that 'trainyard ps' lists or its beginning, the name of a TrainJob, or latest. "
                    + "On a cluster, use 'kubectl scale trainjob'."
        },
        footer = {"  trainyard scale mnist 4"},
        exitCodeList = {
            "0:the TrainJob asks for that many nodes",
            "1:the run or the service does not answer",
            "2:there is no such run or TrainJob, or it cannot have that many nodes"
        })
public final class ScaleCommand implements Callable<Integer> {
    private final Environment environment;
    private final Supplier<JobScaler> scalers;

    @Mixin
    private StateOption jobs = new StateOption();

    @Parameters(index = "0", paramLabel = "JOB", description = "The run or TrainJob.")
    private String job = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NODES",
            description = "The new number of nodes; --nodes NODES means the same.")
    private @Nullable Integer nodes;

    @Option(names = "--nodes", paramLabel = "NODES", hidden = true)
    private @Nullable Integer nodesOption;

    @Option(names = "--trainjob", paramLabel = "NAME", description = "Which TrainJob, if the run has several.")
    private @Nullable String trainJob;

    public ScaleCommand(Environment environment, Supplier<JobScaler> scalers) {
        this.environment = environment;
        this.scalers = scalers;
    }

    @Override
    public Integer call() {
        int wanted = wanted();
        FoundJob found = jobs.jobs(environment.variables()).findRunning(job, KubectlCommand.SCALE);
        JobScaler.Report report = scalers.get().scale(request(found, wanted));
        environment
                .out()
                .println(report.trainJob() + ": "
                        + report.before().map(before -> before + " -> ").orElse("") + wanted + " nodes");
        return ExitCodes.DONE;
    }

    private int wanted() {
        if ((nodes == null) == (nodesOption == null)) {
            throw wrong("say how many nodes: trainyard scale " + job + " 4");
        }
        return Optional.ofNullable(nodes)
                .or(() -> Optional.ofNullable(nodesOption))
                .orElseThrow();
    }

    private JobScaler.Request request(FoundJob found, int wanted) {
        if (found instanceof FoundJob.OfService ofService) {
            if (ofService.service().running().isEmpty()) {
                throw wrong(
                        "the service of " + ofService.service().state().root() + " is down; 'trainyard up' starts it");
            }
            return new JobScaler.Request(
                    ofService.service().kubeconfig(),
                    Optional.of(ofService.namespace()),
                    Optional.of(ofService.name()),
                    wanted);
        }
        if (!(found instanceof FoundJob.OfRun run)) {
            throw wrong("say which TrainJob of the service; 'trainyard status service' lists them");
        }
        if (!run.isRunning()) {
            throw wrong(run.title() + " does not run any more");
        }
        return new JobScaler.Request(
                run.folder().kubeconfig(),
                Optional.empty(),
                Optional.ofNullable(trainJob).or(() -> run.trainJob(job)),
                wanted);
    }
}
