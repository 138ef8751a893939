package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.ResourceCounts;
import java.util.stream.Collectors;

/** Makes launcher and nodes out of the pod sets: counts, keys, hostfile, variables, name resolution. Doing it twice changes nothing more. */
final class MpiEnforcement {
    /** Name of the volume of the hostfile. */
    static final String HOSTFILE_VOLUME = "mpi-hostfile";

    /** The program that Open MPI starts on other hosts; never set where there are any. */
    static final String REMOTE_SHELL = "OMPI_MCA_plm_rsh_agent";

    /** Annotation of a runtime's template that has Open MPI forward variables. */
    static final String FORWARD_ANNOTATION = "trainyard.dev/mpi-forward-env";

    /** The variable by which Open MPI is told what to forward. */
    static final String FORWARDED = "OMPI_MCA_mca_base_env_list";

    private static final int ALL_READ = 0444;

    private final MpiJob job;
    private final Implementation implementation;

    MpiEnforcement(MpiJob job, Implementation implementation) {
        this.job = job;
        this.implementation = implementation;
    }

    void run() {
        Topology topology = job.topology();
        topology.launcher().ifPresent(podSet -> podSet.setCount(1));
        topology.node().ifPresent(podSet -> podSet.setCount(topology.nodePods()));
        for (PodSet podSet : topology.podSets()) {
            podSet.trainerContainer().ifPresent(container -> {
                podSet.upsertVolume(job.keyFiles().volume(job.secretName(), job.template(podSet), container.name()));
                container.upsertVolumeMount(job.keyFiles().mount());
            });
        }
        // A runtime without such hosts writes a hostfile of its own, and variables of mpirun would lead away from it.
        if (topology.hostCount() > 0) {
            hosts(topology);
        }
    }

    private void hosts(Topology topology) {
        if (implementation.usesHydra()) {
            topology.podSets().forEach(podSet -> podSet.addDnsSearch(job.searchDomain(podSet)));
        }
        topology.launcher().ifPresent(podSet -> podSet.trainerContainer().ifPresent(container -> {
            podSet.upsertVolume(hostfile());
            container.upsertVolumeMount(new VolumeMountBuilder()
                    .withName(HOSTFILE_VOLUME)
                    .withMountPath(Hostfile.MOUNT_PATH)
                    .build());
            launcherVariables(podSet, container);
        }));
        if (implementation.usesHydra()) {
            topology.node()
                    .flatMap(PodSet::trainerContainer)
                    .ifPresent(container -> setIfAbsent(container.environment(), "K_MPI_JOB_ROLE", "worker"));
        }
    }

    private Volume hostfile() {
        return new VolumeBuilder()
                .withName(HOSTFILE_VOLUME)
                .withNewConfigMap()
                .withName(job.hostfileName())
                .withItems(new KeyToPathBuilder()
                        .withKey(Hostfile.KEY)
                        .withPath(Hostfile.KEY)
                        .withMode(ALL_READ)
                        .build())
                .endConfigMap()
                .build();
    }

    private void launcherVariables(PodSet podSet, ContainerView container) {
        Environment environment = container.environment();
        implementation
                .variables(job.slots(), job.configuration().sshArguments())
                .forEach(environment::upsertReserved);
        if (implementation.usesHydra()) {
            setIfAbsent(environment, "K_MPI_JOB_ROLE", "launcher");
        } else {
            openMpiOptions(container, environment);
        }
        if (!job.topology().hasRanks(podSet) && ResourceCounts.gpus(container) == 0) {
            // Container runtimes would else show it all GPUs of its machine.
            setIfAbsent(environment, "NVIDIA_VISIBLE_DEVICES", "");
            setIfAbsent(environment, "NVIDIA_DRIVER_CAPABILITIES", "");
        }
    }

    private void openMpiOptions(ContainerView container, Environment environment) {
        if (job.configuration().disableRshOnSingleHost() && !job.topology().hasRemoteHosts()) {
            setIfAbsent(environment, REMOTE_SHELL, "/usr/bin/false");
        }
        if (forwardsVariables(job) && !asksToForward(container)) {
            String names = job.info().trainer().env().stream()
                    .filter(variable ->
                            variable.getValue() != null && !variable.getValue().isEmpty())
                    .map(EnvVar::getName)
                    .distinct()
                    .collect(Collectors.joining(";"));
            if (!names.isEmpty()) {
                setIfAbsent(environment, FORWARDED, names);
            }
        }
    }

    /** Whether the operator or the runtime wants variables to be forwarded. */
    static boolean forwardsVariables(MpiJob job) {
        return job.configuration().forwardVariables()
                || "true".equals(job.info().annotations().get(FORWARD_ANNOTATION));
    }

    /** Whether the command says itself what to forward, which does not go together with a list. */
    static boolean asksToForward(ContainerView launcher) {
        return CommandLine.of(launcher).words().stream().anyMatch(word -> word.equals("-x") || word.contains(" -x "));
    }

    private static void setIfAbsent(Environment environment, String name, String value) {
        if (!environment.isDefinedByTemplateOrUser(name)) {
            environment.upsert(new EnvVar(name, value, null));
        }
    }
}
