package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What will probably not work, or not as the user thinks. */
final class MpiWarnings {
    private static final String COMMAND = "spec.trainer.command";

    private final MpiJob job;
    private final List<String> found = new ArrayList<>();

    private MpiWarnings(MpiJob job) {
        this.job = job;
    }

    /** What is wrong with pods, variables and hosts, each beginning with the field that it is about. */
    static List<String> ofRuntime(MpiJob job) {
        MpiWarnings warnings = new MpiWarnings(job);
        warnings.users();
        warnings.order();
        warnings.replicas();
        warnings.keysOfAnother();
        job.implementation().ifPresent(implementation -> {
            if (implementation.usesHydra()) {
                warnings.hostNetwork();
            } else {
                warnings.openMpi();
            }
        });
        return List.copyOf(warnings.found);
    }

    /** What the command of the launcher will do with the ranks that are asked for, each beginning with the field that it is about. */
    static List<String> ofLauncher(MpiJob job) {
        return LauncherWarnings.of(job).stream()
                .map(text -> commandPath(job) + ": " + text)
                .toList();
    }

    private static String commandPath(MpiJob job) {
        return job.info().trainer().command() == null ? MpiPreconditions.RUNTIME : COMMAND;
    }

    /** Root with an fsGroup: the private key becomes readable for a group, and ssh refuses it. */
    private void users() {
        for (PodSet podSet : job.topology().podSets()) {
            PodTemplate template = job.template(podSet);
            podSet.trainerContainer()
                    .filter(container -> template.hasFsGroup() && job.keyFiles().isRoot(template, container.name()))
                    .ifPresent(container -> runtime("container " + container.name() + " of " + podSet.name()
                            + " runs as root in a pod with fsGroup, which makes the private key readable for a group, and"
                            + " ssh then refuses it; remove fsGroup, or set runAsUser"));
        }
    }

    /** What may let mpirun start too early, keep the job from completing, or hide pods from each other. */
    private void order() {
        Topology topology = job.topology();
        if (topology.launcher().isEmpty() || !topology.hasRemoteHosts()) {
            return;
        }
        PodSet node = topology.node().orElseThrow();
        Map<String, Object> template = job.info().template();
        boolean tells = node.trainerContainer()
                .filter(container -> Tree.at(job.template(node).container(container.name()), "readinessProbe") != null)
                .isPresent();
        if (!tells && !waits(topology.launcher().get(), template)) {
            runtime(
                    "the launcher does not wait for the nodes, which have no readiness probe either, so mpirun may start"
                            + " before they listen; give launcher a dependsOn node with status Ready, and node a"
                            + " readinessProbe");
        }
        node.trainerContainer().ifPresent(container -> success(CommandLine.of(container), template));
        if (Boolean.FALSE.equals(Tree.at(template, "network", "publishNotReadyAddresses"))) {
            runtime("template.spec.network.publishNotReadyAddresses is false, so launcher and nodes may not find each"
                    + " other when they start");
        }
    }

    private static boolean waits(PodSet launcher, Map<String, Object> template) {
        List<String> jobs = Tree.objects(template, "replicatedJobs").stream()
                .map(job -> Tree.text(job, "name"))
                .toList();
        boolean inOrder =
                Tree.text(template, "startupPolicy", "startupPolicyOrder").equals("InOrder");
        return (inOrder && jobs.indexOf(TrainerApi.NODE) < jobs.indexOf(TrainerApi.LAUNCHER))
                || launcher.dependsOn().stream()
                        .anyMatch(dependency -> dependency.job().equals(TrainerApi.NODE));
    }

    /** A TrainJob that completes when the nodes have ended, too; said of sshd, and of images that start something by themselves. */
    private void success(CommandLine ofNodes, Map<String, Object> template) {
        List<Object> targets = Tree.list(template, "successPolicy", "targetReplicatedJobs");
        boolean counts = targets.isEmpty() || targets.contains(TrainerApi.NODE);
        boolean sshd = ofNodes.words().stream().anyMatch(word -> word.contains("sshd"));
        if (counts
                && (sshd || ofNodes.words().isEmpty())
                && !Tree.text(template, "successPolicy", "operator").equals("Any")) {
            runtime(
                    "template.spec.successPolicy.targetReplicatedJobs is not [launcher], so the TrainJob does not complete"
                            + " before the nodes end" + (sshd ? ", which sshd never does" : ""));
        }
    }

    /** Replicas other than 1: the number of pods comes from the number of nodes. */
    private void replicas() {
        for (PodSet podSet : job.topology().podSets()) {
            long replicas = Tree.integer(1, job.template(podSet).job(), "replicas");
            if (replicas != 1) {
                runtime("replicas of " + podSet.name() + " is " + replicas
                        + ", but MPI jobs have one; spec.trainer.numNodes says how many pods there are");
            }
        }
    }

    /** Jobs that mount a Secret with keys by a name that is not that of this TrainJob, so launcher and nodes may not have the same. */
    private void keysOfAnother() {
        for (Map<String, Object> replicatedJob : Tree.objects(job.info().template(), "replicatedJobs")) {
            Tree.objects(Tree.child(replicatedJob, "template", "spec", "template", "spec"), "volumes").stream()
                    .map(volume -> Tree.text(volume, "secret", "secretName"))
                    .filter(secret -> secret.endsWith(MpiJob.SECRET_SUFFIX) && !secret.equals(job.secretName()))
                    .forEach(secret -> runtime("replicated job " + Tree.text(replicatedJob, "name") + " has the Secret "
                            + secret + ", but the SSH keys of this TrainJob are in " + job.secretName()
                            + "; a Secret of your own needs another name, and must be mounted in the launcher, too"));
        }
    }

    /** Hydra has nodes call back by the launcher's host name, which is another one on the host's network. */
    private void hostNetwork() {
        boolean named = job.topology()
                .launcher()
                .flatMap(PodSet::trainerContainer)
                .filter(container -> isSet(container, "HYDRA_IFACE") || isSet(container, "I_MPI_HYDRA_IFACE"))
                .isPresent();
        if (named || !job.topology().hasRemoteHosts()) {
            return;
        }
        for (PodSet podSet : job.topology().podSets()) {
            if (Tree.flag(job.template(podSet).podSpec(), "hostNetwork")) {
                runtime("pods of " + podSet.name()
                        + " use the network of their machine, where the launcher's host name is"
                        + " another one and ports of sshd collide; remove hostNetwork, or name an interface in"
                        + " HYDRA_IFACE or I_MPI_HYDRA_IFACE");
            }
        }
    }

    private void openMpi() {
        job.topology().launcher().ifPresent(launcher -> launcher.trainerContainer()
                .ifPresent(container -> {
                    forwarding(container);
                    remoteShell(container);
                    root(launcher, container);
                }));
    }

    /** Variables that users may expect on all ranks, though the mpirun of Open MPI, if that is seen, does not forward them. */
    private void forwarding(ContainerView launcher) {
        if (!job.topology().hasRemoteHosts()
                || MpiEnforcement.forwardsVariables(job)
                || MpiEnforcement.asksToForward(launcher)
                || isSet(launcher, MpiEnforcement.FORWARDED)
                || !LauncherWarnings.namesMpirun(CommandLine.of(launcher))) {
            return;
        }
        List<String> names = job.info().trainer().env().stream()
                .map(EnvVar::getName)
                .filter(name -> !name.startsWith("OMPI_") && !name.startsWith("PRTE_"))
                .toList();
        if (!names.isEmpty()) {
            found.add("spec.trainer.env: Open MPI does not pass " + String.join(", ", names)
                    + " on to ranks on other nodes; write -x NAME for each after mpirun");
        }
    }

    /** A remote shell that was switched off, as for a single host, where there are other hosts. */
    private void remoteShell(ContainerView launcher) {
        boolean disabled = launcher.environment()
                .find(MpiEnforcement.REMOTE_SHELL)
                .filter(variable -> variable.getValue() != null
                        && (variable.getValue().equals("false")
                                || variable.getValue().endsWith("/false")))
                .isPresent();
        if (disabled && job.topology().hasRemoteHosts()) {
            runtime(MpiEnforcement.REMOTE_SHELL
                    + " keeps Open MPI 4 from starting anything on the other nodes; remove it from the template or from"
                    + " spec.trainer.env");
        }
    }

    /** Open MPI's mpirun refuses to run as root unless it is told twice. */
    private void root(PodSet podSet, ContainerView launcher) {
        boolean starts = LauncherWarnings.namesMpirun(CommandLine.of(launcher));
        boolean allowed = CommandLine.of(launcher).words().stream()
                        .anyMatch(word ->
                                word.contains("--allow-run-as-root") || word.contains("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"))
                || (isSet(launcher, "OMPI_ALLOW_RUN_AS_ROOT") && isSet(launcher, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"));
        if (starts && !allowed && job.keyFiles().isRoot(job.template(podSet), launcher.name())) {
            found.add(commandPath(job)
                    + ": Open MPI's mpirun refuses to run as root; set runAsUser in the runtime, or OMPI_ALLOW_RUN_AS_ROOT"
                    + " and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM to 1");
        }
    }

    private static boolean isSet(ContainerView container, String variable) {
        return container.environment().find(variable).isPresent();
    }

    private void runtime(String message) {
        found.add(MpiPreconditions.RUNTIME + ": " + message);
    }
}
