package io.trainyard.plugins.mpi;

import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.MPIPolicy;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which pods there are and which of them run ranks.
 *
 * @param nodes how many nodes run ranks
 * @param launcherAsNode whether the launcher is one of them
 * @param minOneNodePod whether there is a node pod even where the launcher is the only node
 * @param launcher the pod set of the launcher; empty when the runtime has none
 * @param node the pod set of the nodes; empty when the runtime has none
 */
record Topology(
        int nodes, boolean launcherAsNode, boolean minOneNodePod, Optional<PodSet> launcher, Optional<PodSet> node) {

    static Topology of(MLPolicy mlPolicy, MPIPolicy policy, RuntimeInfo info, MpiConfiguration configuration) {
        Integer wanted = info.trainer().numNodes();
        int ofRuntime = mlPolicy.numNodes() == null ? 1 : mlPolicy.numNodes();
        return new Topology(
                wanted == null ? ofRuntime : wanted,
                Boolean.TRUE.equals(policy.runLauncherAsNode()),
                configuration.minOneWorker(),
                info.podSet(TrainerApi.LAUNCHER),
                info.podSet(TrainerApi.NODE));
    }

    /** Pods of the node job: one less than nodes where the launcher is a node. */
    int nodePods() {
        int pods = launcherAsNode && launcher.isPresent() ? nodes - 1 : nodes;
        return Math.max(pods, minOneNodePod ? 1 : 0);
    }

    /** True when the launcher starts ranks elsewhere. */
    boolean hasRemoteHosts() {
        return node.isPresent() && nodePods() > 0;
    }

    /** How many hosts run ranks: none where the runtime finds its hosts itself, because no job has the name that makes it one. */
    int hostCount() {
        return (launcherAsNode && launcher.isPresent() ? 1 : 0) + (node.isPresent() ? nodePods() : 0);
    }

    /** Those of the two pod sets that there are, the launcher first. */
    List<PodSet> podSets() {
        List<PodSet> podSets = new ArrayList<>(2);
        launcher.ifPresent(podSets::add);
        node.ifPresent(podSets::add);
        return podSets;
    }

    /** True when the pods of this pod set run ranks. */
    boolean hasRanks(PodSet podSet) {
        return launcherAsNode || !podSet.name().equals(TrainerApi.LAUNCHER);
    }

    /**
     * The hosts, the launcher first, so that rank 0 and its log are there. Call it when the counts are final.
     *
     * @param shortLauncherName whether the launcher goes by the name that it knows itself by
     */
    List<Host> hosts(int slots, boolean shortLauncherName) {
        List<Host> hosts = new ArrayList<>(nodes);
        if (launcherAsNode) {
            launcher.ifPresent(podSet ->
                    hosts.add(new Host(shortLauncherName ? podSet.hostName(0, 0) : podSet.host(0, 0), slots)));
        }
        node.ifPresent(podSet -> podSet.endpoints().forEach(endpoint -> hosts.add(new Host(endpoint, slots))));
        return hosts;
    }
}
