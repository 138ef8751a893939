package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeReader;
import java.util.List;

/** Kueue's objects where the controller may read them: in all namespaces, or in those that it serves. What cannot be read is passed over. */
final class KueueLists {
    private static final String GROUP = "kueue.x-k8s.io";

    private final KubeReader reads;
    private final List<String> namespaces;

    /** @param namespaces that are served; empty for all */
    KueueLists(KubeReader reads, List<String> namespaces) {
        this.reads = reads;
        this.namespaces = List.copyOf(namespaces);
    }

    /** Of a kind that lives in namespaces. */
    Uni<List<GenericKubernetesResource>> ofNamespaces(String kind) {
        if (namespaces.isEmpty()) {
            return ofCluster(kind);
        }
        List<Uni<List<GenericKubernetesResource>>> lists =
                namespaces.stream().map(namespace -> list(kind, namespace)).toList();
        return Uni.join().all(lists).andFailFast().map(found -> found.stream()
                .flatMap(List::stream)
                .toList());
    }

    /** Of a kind of the whole cluster. */
    Uni<List<GenericKubernetesResource>> ofCluster(String kind) {
        return list(kind, "");
    }

    private Uni<List<GenericKubernetesResource>> list(String kind, String namespace) {
        return reads.listServed(GROUP, kind, namespace).onFailure().recoverWithItem(List.of());
    }
}
