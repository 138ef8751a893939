package io.trainyard.launcher.cli.why;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.cluster.ClusterFlags;
import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.job.KubectlCommand;
import io.trainyard.launcher.cli.job.NamedJobs;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.CommandException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which TrainJob is meant, here or in a cluster; shared by the commands that look at one. */
public final class JobArgument {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "JOB",
            defaultValue = NamedJobs.LATEST,
            description = "The run or TrainJob (${DEFAULT-VALUE}).")
    private String job = NamedJobs.LATEST;

    @Mixin
    private ClusterFlags cluster = new ClusterFlags();

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "Look for the TrainJob in all namespaces; needs the right to list TrainJobs in all of them.")
    private boolean inAllNamespaces;

    @Mixin
    private StateOption jobs = new StateOption();

    @Option(names = "--trainjob", paramLabel = "NAME", description = "Which TrainJob, if a local run has several.")
    private @Nullable String trainJob;

    /**
     * Does something with the job: what is on this machine comes first, unless a cluster is named.
     *
     * @param variables environment variables
     */
    public <T> T find(
            Map<String, String> variables,
            Function<JobLookup.OfRun, T> ofRun,
            Function<JobLookup.InCluster, T> inCluster) {
        if (inAllNamespaces && cluster.namesNamespace()) {
            throw wrong("--all-namespaces and --namespace exclude each other");
        }
        boolean onlyCluster = inAllNamespaces || cluster.isNamed();
        if (onlyCluster && job.equals(NamedJobs.LATEST)) {
            throw wrong("name the TrainJob of the cluster");
        }
        NamedJobs known = jobs.jobs(variables);
        Optional<FoundJob> here = onlyCluster
                ? Optional.empty()
                : job.equals(NamedJobs.LATEST) ? Optional.of(known.find(job, KubectlCommand.SHOW)) : known.lookUp(job);
        if (here.isPresent() && here.get() instanceof FoundJob.OfRun run) {
            return ofRun.apply(new JobLookup.OfRun(
                    run.folder(), Optional.ofNullable(trainJob).or(() -> run.trainJob(job))));
        }
        return here.map(found -> inCluster.apply(ofService(found))).orElseGet(() -> elsewhere(inCluster, onlyCluster));
    }

    private <T> T elsewhere(Function<JobLookup.InCluster, T> inCluster, boolean onlyCluster) {
        try {
            return inCluster.apply(new JobLookup.InCluster(cluster.cluster(), inAllNamespaces, job, Optional.empty()));
        } catch (CommandException notThere) {
            if (onlyCluster) {
                throw notThere;
            }
            // Most of those who name no cluster mean a run.
            throw new CommandException(
                    notThere.exitCode(),
                    "there is no run " + job + " on this machine, and in a cluster: " + notThere.getMessage(),
                    notThere);
        }
    }

    private JobLookup.InCluster ofService(FoundJob found) {
        if (!(found instanceof FoundJob.OfService trainJob)) {
            throw wrong("say which TrainJob of the service; 'trainyard status service' lists them");
        }
        if (trainJob.service().running().isEmpty()) {
            throw wrong("the service of " + trainJob.service().state().root()
                    + " is down, so only logs are known of it; 'trainyard up' starts it");
        }
        return new JobLookup.InCluster(
                new Cluster(
                        Optional.of(trainJob.service().kubeconfig()),
                        Optional.empty(),
                        Optional.of(trainJob.namespace())),
                false,
                trainJob.name(),
                Optional.of(trainJob.folder()));
    }
}
