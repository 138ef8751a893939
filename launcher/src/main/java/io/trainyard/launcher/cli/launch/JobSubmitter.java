package io.trainyard.launcher.cli.launch;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.code.CodeArchive;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Brings a TrainJob with its code to a cluster. Blocks. */
public interface JobSubmitter {
    /**
     * Which cluster.
     *
     * @param kubeconfig empty for that which kubectl would use
     * @param context of the kubeconfig; empty for its current one
     * @param namespace empty for that of the context, else {@code default}
     */
    record Cluster(Optional<Path> kubeconfig, Optional<String> context, Optional<String> namespace) {}

    /**
     * What to bring.
     *
     * @param trainJob as a tree, without namespace
     * @param code where its code comes from
     * @param folder that the program starts in, from the code's own; empty for that
     * @param dryRun whether nothing is created
     */
    record Request(Cluster cluster, Map<String, Object> trainJob, Code code, String folder, boolean dryRun) {}

    /** Where code comes from. */
    sealed interface Code permits Packed, OnClaim {}

    /** An archive that goes along. */
    record Packed(CodeArchive archive) implements Code {}

    /** The name of a volume claim that has the code in it. */
    record OnClaim(String claim) implements Code {}

    /**
     * What was created, or would be.
     *
     * @param namespace where
     * @param name of the TrainJob
     * @param trainJob all of it
     */
    record Report(String namespace, String name, Map<String, Object> trainJob) {}

    /**
     * Creates TrainJob and code.
     *
     * @throws CommandException when the cluster does not answer or refuses something; the message says why. Nothing is left then
     */
    Report submit(Request request);

    /**
     * Shows the logs of a job until it has ended, or the process is to stop.
     *
     * @param out where lines go
     * @return whether it succeeded; empty when it was not awaited
     */
    Optional<Boolean> follow(Cluster cluster, Report job, PrintWriter out);

    /** Ends {@link #follow}. From any thread. */
    void stop();
}
