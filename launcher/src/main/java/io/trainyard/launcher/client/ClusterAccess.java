package io.trainyard.launcher.client;

import io.trainyard.core.kube.ClientOptions;
import io.trainyard.launcher.cli.cluster.Cluster;

/** How commands reach the cluster that a user means. Pure. */
public final class ClusterAccess {
    private ClusterAccess() {}

    /** The options of a client for it. */
    public static ClientOptions options(Cluster cluster) {
        ClientOptions options = ClientOptions.defaults();
        options = cluster.kubeconfig().map(options::withKubeconfig).orElse(options);
        return cluster.context().map(options::withContext).orElse(options);
    }
}
