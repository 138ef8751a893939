package io.trainyard.launcher.cli.why;

import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.launcher.run.folder.UnknownRunException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which TrainJob is meant, here or in a cluster; shared by the commands that look at one. */
public final class JobArgument {
    @Parameters(index = "0", paramLabel = "JOB", description = "The run or TrainJob.")
    private String job = "";

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace of the TrainJob; without it, all are searched.")
    private @Nullable String namespace;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "How to reach the cluster.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            defaultValue = StateFolder.DEFAULT_NAME,
            description = "Where local runs are kept (${DEFAULT-VALUE}).")
    private Path state = Path.of(StateFolder.DEFAULT_NAME);

    @Option(names = "--trainjob", paramLabel = "NAME", description = "Which TrainJob, if a local run has several.")
    private @Nullable String trainJob;

    /** Does something with the job: a local run of that name comes first, unless a cluster is named. */
    public <T> T find(Function<JobLookup.OfRun, T> ofRun, Function<JobLookup.InCluster, T> inCluster) {
        Optional<RunFolder> run = namespace == null && kubeconfig == null ? localRun() : Optional.empty();
        return run.map(found -> ofRun.apply(new JobLookup.OfRun(found, meant(found))))
                .orElseGet(() -> inCluster.apply(
                        new JobLookup.InCluster(Optional.ofNullable(kubeconfig), Optional.ofNullable(namespace), job)));
    }

    private Optional<RunFolder> localRun() {
        try {
            return Optional.of(StateFolder.at(state).find(job));
        } catch (UnknownRunException noRun) {
            return Optional.empty();
        }
    }

    /** Who names a run by its TrainJob means that one. */
    private Optional<String> meant(RunFolder run) {
        return Optional.ofNullable(trainJob).or(() -> run.read()
                .map(RunStatus::trainJobs)
                .filter(names -> names.contains(job))
                .map(names -> job));
    }
}
