package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.process.CommandException;
import java.nio.file.Path;
import java.util.Optional;

/** Changes the number of nodes of a TrainJob. Blocks. */
public interface JobScaler {
    /**
     * What to do.
     *
     * @param kubeconfig how to reach the API server of the run or service
     * @param namespace of the TrainJob; empty to look in all of them
     * @param trainJob name of the TrainJob; empty for the only one there
     * @param nodes the new number of nodes
     */
    record Request(Path kubeconfig, Optional<String> namespace, Optional<String> trainJob, int nodes) {}

    /**
     * What was done.
     *
     * @param trainJob name of the TrainJob
     * @param before nodes that it asked for; empty when it left that to its runtime
     */
    record Report(String trainJob, Optional<Integer> before) {}

    /**
     * Does it.
     *
     * @throws CommandException when the job cannot have that number of nodes, or the API server does not answer; the message says why
     */
    Report scale(Request request);
}
