package io.trainyard.launcher.cli.why;

import io.trainyard.core.view.JobObjects;
import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.folder.RunFolder;
import java.util.Optional;

/** Finds everything that is known of a TrainJob. Blocks. */
public interface JobLookup {
    /**
     * A TrainJob of a cluster.
     *
     * @param cluster which cluster, and which namespace of it
     * @param inAllNamespaces whether it is looked for in all namespaces instead
     * @param name of the TrainJob
     * @param logs where the service of this machine keeps what its pods wrote; empty for a cluster
     */
    record InCluster(Cluster cluster, boolean inAllNamespaces, String name, Optional<RunFolder> logs) {}

    /**
     * A TrainJob of a run on this machine.
     *
     * @param run its folder
     * @param trainJob name of the TrainJob; empty for the only one
     */
    record OfRun(RunFolder run, Optional<String> trainJob) {}

    /**
     * Asks a cluster.
     *
     * @throws CommandException when there is no such TrainJob, or the cluster does not answer; the message says so
     */
    JobObjects find(InCluster wanted);

    /**
     * Asks a run that goes on, or reads what one has left.
     *
     * @throws CommandException when there is no such TrainJob; the message says so
     */
    JobObjects find(OfRun wanted);
}
