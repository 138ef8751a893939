package io.trainyard.core.compile;

import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.MPIPolicy;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the settings of {@code spec.trainer} go: into the trainer container of the job that trains, or, with an MPI policy, into one container of
 * the launcher and one of the nodes. Pure.
 */
public final class TrainerTargets {
    /** Names of the container that trains in a launcher; the first that is there is meant. */
    public static final List<String> LAUNCHER_CONTAINERS =
            List.of(TrainerApi.NODE, TrainerApi.LAUNCHER, "mpi-launcher");

    /** Names of the container that trains in a node; the first that is there is meant. */
    public static final List<String> NODE_CONTAINERS = List.of(TrainerApi.NODE, TrainerApi.ANCESTOR_TRAINER);

    private final @Nullable MPIPolicy mpi;
    private final boolean launcherTrains;

    /**
     * The targets in a runtime.
     *
     * @param policy its policy
     * @param ancestors the roles of its jobs
     */
    public TrainerTargets(@Nullable MLPolicy policy, Ancestors ancestors) {
        this.mpi = policy == null ? null : policy.mpi();
        this.launcherTrains = ancestors
                .of(TrainerApi.LAUNCHER)
                .filter(TrainerApi.ANCESTOR_TRAINER::equals)
                .isPresent();
    }

    /**
     * One container that gets settings: variables always.
     *
     * @param container its name
     * @param takesImage whether it gets the image
     * @param takesCommand whether it gets command and args
     * @param takesResources whether it gets the resources of one node
     */
    public record Target(String container, boolean takesImage, boolean takesCommand, boolean takesResources) {}

    /** True when the runtime has the policy of MPI. */
    public boolean areOfMpi() {
        return mpi != null;
    }

    /** True when a replicated job of this name is a part of MPI, which has one Job of it and counts its pods itself. */
    public boolean isMpiJob(String name) {
        return mpi != null && (name.equals(TrainerApi.LAUNCHER) || name.equals(TrainerApi.NODE));
    }

    /**
     * The target in a replicated job.
     *
     * @param ancestor the role of the job, or null
     * @return empty when the job gets nothing, or has no container to give it to
     */
    public Optional<Target> of(Map<String, Object> replicatedJob, @Nullable String ancestor) {
        boolean trains = TrainerApi.ANCESTOR_TRAINER.equals(ancestor);
        String name = String.valueOf(replicatedJob.get("name"));
        if (!isMpiJob(name)) {
            return trains
                    ? PodTrees.trainerContainer(replicatedJob).map(container -> new Target(container, true, true, true))
                    : Optional.empty();
        }
        boolean launcher = name.equals(TrainerApi.LAUNCHER);
        boolean hasRanks = !launcher || launcherHasRanks();
        // mpirun starts ranks where the same image is.
        boolean takesImage = trains || (!launcher && launcherTrains);
        return PodTrees.firstContainer(replicatedJob, launcher ? LAUNCHER_CONTAINERS : NODE_CONTAINERS)
                .map(container -> new Target(container, takesImage, trains, hasRanks));
    }

    /** True when the launcher of MPI is one of the nodes. */
    public boolean launcherHasRanks() {
        return mpi != null && Boolean.TRUE.equals(mpi.runLauncherAsNode());
    }
}
