package io.trainyard.launcher.cli.cluster;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Which cluster.
 *
 * @param kubeconfig empty for that which kubectl would use
 * @param context of the kubeconfig; empty for its current one
 * @param namespace that the user names; empty for that of the context
 */
public record Cluster(Optional<Path> kubeconfig, Optional<String> context, Optional<String> namespace) {
    /**
     * The namespace that is asked: the one that the user names, else that of the context, else {@code default}.
     *
     * @param ofContext that of the context, or of the pod's service account; empty where neither names one
     */
    public String namespaceOr(Optional<String> ofContext) {
        return namespace.or(() -> ofContext).orElse("default");
    }
}
