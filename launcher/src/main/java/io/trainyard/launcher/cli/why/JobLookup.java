package io.trainyard.launcher.cli.why;

import io.trainyard.core.view.JobObjects;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.folder.RunFolder;
import java.nio.file.Path;
import java.util.Optional;

/** Finds everything that is known of a TrainJob. Blocks. */
public interface JobLookup {
    /**
     * A TrainJob of a cluster.
     *
     * @param kubeconfig how to reach the cluster; empty for the one that kubectl would use
     * @param namespace where the TrainJob is; empty to look in all of them
     * @param name of the TrainJob
     * @param logs where the service of this machine keeps what its pods wrote; empty for a cluster
     */
    record InCluster(Optional<Path> kubeconfig, Optional<String> namespace, String name, Optional<RunFolder> logs) {
        /** One of a cluster, which keeps the logs itself. */
        public InCluster(Optional<Path> kubeconfig, Optional<String> namespace, String name) {
            this(kubeconfig, namespace, name, Optional.empty());
        }
    }

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
