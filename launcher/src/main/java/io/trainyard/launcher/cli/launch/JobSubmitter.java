package io.trainyard.launcher.cli.launch;

import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.code.CodeArchive;
import io.trainyard.launcher.code.StoredArchive;
import io.trainyard.spi.model.RuntimeResource;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Brings a TrainJob with its code to a cluster. Blocks. */
public interface JobSubmitter {
    /**
     * What to bring.
     *
     * @param trainJob as a tree, without namespace
     * @param code where its code comes from
     * @param folder that the program starts in, from the code's own; empty for that
     * @param rehearsal reads the runtimes that come with Trainyard, when nothing is created and the cluster cannot be asked for its own; empty when it is no rehearsal
     */
    record Request(
            Cluster cluster,
            Map<String, Object> trainJob,
            Code code,
            String folder,
            Optional<Supplier<List<RuntimeResource>>> rehearsal) {
        /** Whether nothing is created. */
        public boolean isRehearsal() {
            return rehearsal.isPresent();
        }
    }

    /** Where code comes from. */
    sealed interface Code permits Packed, OnClaim, ToClaim {}

    /** An archive that goes along. */
    record Packed(CodeArchive archive) implements Code {}

    /** The name of a volume claim that has the code in it. */
    record OnClaim(String claim) implements Code {}

    /**
     * An archive that goes onto a volume claim first.
     *
     * @param claim its name
     * @param archive all of the code
     * @param label what the folder on the claim is called, before the beginning of the checksum
     * @param image of the pod that receives it; empty for that of the trainer
     * @param startTimeout how long that pod may take to start
     */
    record ToClaim(String claim, StoredArchive archive, String label, Optional<String> image, Duration startTimeout)
            implements Code {
        private static final int DIGITS = 12;

        /** Where the code lies on the claim: the same code in the same place. */
        public String folder() {
            return "trainyard/" + label + "-" + archive.checksum().substring(0, DIGITS);
        }
    }

    /**
     * What was created, or would be.
     *
     * @param namespace where
     * @param name of the TrainJob
     * @param trainJob all of it
     */
    record Report(String namespace, String name, Map<String, Object> trainJob) {}

    /**
     * Creates TrainJob and code. A rehearsal needs no cluster: what is not known without one is told.
     *
     * @param messages told how far a long upload is, and what a rehearsal does not know
     * @throws CommandException when the cluster does not answer or refuses something; the message says why. Nothing is left then but code on a volume claim, which
     *     is not sent a second time
     */
    Report submit(Request request, Consumer<String> messages);

    /**
     * Shows the logs of a job until it has ended, or the process is to stop.
     *
     * @param out where lines go
     * @return whether it succeeded; empty when it was not awaited
     */
    Optional<Boolean> follow(Cluster cluster, Report job, PrintWriter out);

    /** Ends {@link #follow}, and an upload. From any thread. */
    void stop();
}
