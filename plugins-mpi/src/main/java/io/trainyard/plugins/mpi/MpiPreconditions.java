package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a TrainJob from being built. Admission refuses it, and the controller, where admission was bypassed, does
 * not build it: one list for both, so that they cannot disagree.
 */
final class MpiPreconditions {
    static final String RUNTIME = "spec.runtimeRef";
    static final String SLOTS = "spec.trainer.numProcPerNode";
    static final String NODES = "spec.trainer.numNodes";

    /** A ConfigMap holds some twenty thousand hosts with short names. */
    private static final int MAX_NODES = 10_000;

    /** As much as an API server stores in a ConfigMap. */
    private static final int MAX_HOSTFILE_BYTES = 1024 * 1024;

    private static final int MAX_SEARCHES = 32;
    private static final int MAX_SEARCHES_LENGTH = 2048;

    private final MpiJob job;
    private final List<FieldError> found = new ArrayList<>();

    private MpiPreconditions(MpiJob job) {
        this.job = job;
    }

    /** All that is in the way; empty when the TrainJob can be built. */
    static List<FieldError> of(MpiJob job) {
        MpiPreconditions violations = new MpiPreconditions(job);
        violations.slots();
        violations.nodes();
        violations.podSets();
        violations.implementation();
        violations.found.addAll(KeyMountPath.problems(job));
        return List.copyOf(violations.found);
    }

    /** The ranks of a node must be a number in the range that mpirun can count. */
    private void slots() {
        IntOrString wanted = job.info().trainer().numProcPerNode();
        if (wanted != null && wanted.getIntVal() == null) {
            found.add(FieldError.invalid(SLOTS, wanted.getStrVal(), "must have an int value for MPI TrainJob"));
        } else if (wanted != null && wanted.getIntVal() < 1) {
            found.add(
                    FieldError.invalid(SLOTS, wanted.getIntVal(), "numProcPerNode must be greater than or equal to 1"));
        } else if (wanted != null && wanted.getIntVal() > Slots.MAX) {
            found.add(FieldError.invalid(
                    SLOTS, wanted.getIntVal(), "must be the number of ranks on one node, at most " + Slots.MAX));
        }
        Integer ofRuntime = job.policy().numProcPerNode();
        if (ofRuntime != null && (ofRuntime < 1 || ofRuntime > Slots.MAX)) {
            runtime(ofRuntime, "mlPolicy.mpi.numProcPerNode of the runtime must be from 1 to " + Slots.MAX);
        }
    }

    /** At least one node, and, where there is a hostfile, no more than one in a ConfigMap can name. */
    private void nodes() {
        int nodes = job.topology().nodes();
        String where = job.info().trainer().numNodes() == null ? RUNTIME : NODES;
        String of = where.equals(RUNTIME) ? "mlPolicy.numNodes of the runtime " : "";
        if (nodes < 1) {
            found.add(FieldError.invalid(where, nodes, of + "must be greater than or equal to 1 for MPI TrainJob"));
        } else if (job.topology().hostCount() > 0 && nodes > MAX_NODES) {
            found.add(FieldError.invalid(
                    where,
                    nodes,
                    of + "must be at most " + MAX_NODES + ", so that the hostfile fits into a ConfigMap"));
        } else if (hostfileBytes(nodes) > MAX_HOSTFILE_BYTES) {
            found.add(FieldError.invalid(
                    where,
                    nodes,
                    of + "must be less with names as long as these: the hostfile would have more than "
                            + MAX_HOSTFILE_BYTES + " bytes, which a ConfigMap cannot hold"));
        }
    }

    /** As many bytes as the hostfile can have at most, without making it: every line as long as the last one. */
    private long hostfileBytes(int nodes) {
        return job.topology()
                .node()
                .flatMap(podSet -> job.implementation()
                        .map(implementation -> implementation.line(new Host(podSet.host(0, nodes - 1), job.slots()))))
                .map(line -> (long) nodes * (line.length() + 1))
                .orElse(0L);
    }

    /** Where there are hosts, they must have host names, and tell which container is meant; what is asked of the launcher must be possible. */
    private void podSets() {
        Topology topology = job.topology();
        @Nullable Integer wanted = job.info().trainer().numNodes();
        boolean both = topology.launcher().isPresent() && topology.node().isPresent();
        if (!both && topology.launcherAsNode() && wanted != null && wanted >= 2) {
            found.add(FieldError.invalid(
                    NODES,
                    wanted,
                    "must have 1 when MPI trainingRuntime with enabled runLauncherAsNode does not have either launcher"
                            + " and node"));
        }
        if (topology.hostCount() > 0) {
            topology.podSets().forEach(this::host);
        }
        if (topology.hostCount() > 0
                && Boolean.FALSE.equals(Tree.at(job.info().template(), "network", "enableDNSHostnames"))) {
            runtime(
                    null,
                    "template.spec.network.enableDNSHostnames of the runtime is false, so launcher and nodes have no"
                            + " names; remove it");
        }
    }

    private void host(PodSet podSet) {
        if (!podSet.isIndexed()) {
            runtime(
                    podSet.name(),
                    "the pods of this replicated job of the runtime have no host names, because its completionMode is"
                            + " NonIndexed; it must be Indexed");
        }
        if (podSet.trainerContainer().isEmpty() && !job.template(podSet).mounts(job.secretName())) {
            runtime(
                    podSet.name(),
                    "this replicated job of the runtime has several containers, and none is named " + TrainerApi.NODE
                            + "; that name must tell which one MPI is for");
        }
    }

    /** A known implementation, and for Hydra a name of the launcher that the nodes can resolve. */
    private void implementation() {
        if (job.implementation().isEmpty()) {
            found.add(FieldError.notSupported(
                    RUNTIME,
                    job.policy().mpiImplementation(),
                    "mlPolicy.mpi.mpiImplementation of the runtime must be one of "
                            + String.join(", ", Implementation.names())));
            return;
        }
        if (!job.implementation().get().usesHydra()) {
            return;
        }
        if (!job.configuration().shortLauncherName() && job.topology().launcherAsNode()) {
            runtime(
                    job.policy().mpiImplementation(),
                    "the controller is configured with launcherHostName endpoint, which works with OpenMPI only");
        }
        for (PodSet podSet : job.topology().podSets()) {
            List<String> searches = Tree.list(job.template(podSet).podSpec(), "dnsConfig", "searches").stream()
                    .map(String::valueOf)
                    .toList();
            String added = job.searchDomain(podSet);
            int count = searches.size() + (searches.contains(added) ? 0 : 1);
            int length = String.join(" ", searches).length() + (searches.contains(added) ? 0 : 1 + added.length());
            if (count > MAX_SEARCHES || length > MAX_SEARCHES_LENGTH) {
                runtime(
                        podSet.name(),
                        "this replicated job has so many dnsConfig.searches that " + added
                                + ", which MPI needs, does not fit in; Kubernetes allows " + MAX_SEARCHES
                                + " of together " + MAX_SEARCHES_LENGTH + " characters");
            }
        }
    }

    private void runtime(@Nullable Object value, String message) {
        found.add(FieldError.invalid(RUNTIME, value, message));
    }
}
