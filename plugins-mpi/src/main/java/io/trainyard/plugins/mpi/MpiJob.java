package io.trainyard.plugins.mpi;

import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.MPIPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Optional;

/**
 * One TrainJob on an MPI runtime, with the defaults of the policy filled in.
 *
 * @param trainJob the TrainJob
 * @param info the runtime merged with it
 * @param policy the policy of the runtime, as it is there
 * @param topology which pods there are
 * @param keyFiles where the SSH keys are
 * @param configuration what the operator wants
 */
record MpiJob(
        TrainJob trainJob,
        RuntimeInfo info,
        MPIPolicy policy,
        Topology topology,
        KeyFiles keyFiles,
        MpiConfiguration configuration) {
    /** How the names of Secrets with SSH keys end. */
    static final String SECRET_SUFFIX = "-mpi-ssh-auth";

    private static final String DEFAULT_MOUNT_PATH = "/root/.ssh";

    /** The job; empty when the runtime has no MPI policy. */
    static Optional<MpiJob> of(TrainJob trainJob, RuntimeInfo info, MpiConfiguration configuration) {
        MLPolicy mlPolicy = info.policy().mlPolicy();
        if (mlPolicy == null || mlPolicy.mpi() == null) {
            return Optional.empty();
        }
        MPIPolicy policy = mlPolicy.mpi();
        String mountPath = policy.sshAuthMountPath();
        return Optional.of(new MpiJob(
                trainJob,
                info,
                policy,
                Topology.of(mlPolicy, policy, info, configuration),
                new KeyFiles(mountPath == null || mountPath.isEmpty() ? DEFAULT_MOUNT_PATH : mountPath),
                configuration));
    }

    /** The implementation; empty when an old CRD let a name through that nobody knows. */
    Optional<Implementation> implementation() {
        return Implementation.named(policy.mpiImplementation());
    }

    int slots() {
        return Slots.of(policy, info, topology);
    }

    /** What the merged template says of a pod set. */
    PodTemplate template(PodSet podSet) {
        return PodTemplate.of(info, podSet);
    }

    /** The hosts; call it when the counts are final. */
    List<Host> hosts() {
        return topology.hosts(slots(), configuration.shortLauncherName());
    }

    String secretName() {
        return name() + SECRET_SUFFIX;
    }

    String hostfileName() {
        return hostfileName(trainJob);
    }

    /** Name of the ConfigMap with the hosts of a TrainJob. */
    static String hostfileName(TrainJob trainJob) {
        return trainJob.getMetadata().getName() + "-mpi-hostfile";
    }

    /** Where nodes look for the launcher's short name. */
    String searchDomain(PodSet podSet) {
        return podSet.subdomain() + "." + trainJob.getMetadata().getNamespace() + ".svc."
                + configuration.clusterDomain();
    }

    private String name() {
        return trainJob.getMetadata().getName();
    }
}
