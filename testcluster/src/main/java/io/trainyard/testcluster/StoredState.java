package io.trainyard.testcluster;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What is stored at one moment.
 *
 * @param revisions by key of etcd, the version of the store in which the value was written
 */
record StoredState(Map<String, Long> revisions) {
    /** What the control plane itself writes, now and then or a moment after its start. */
    private static final Pattern OWN_WRITES = Pattern.compile("/registry/("
            + String.join(
                    "|",
                    List.of(
                            "(masterleases|ranges|peerserverleases|csinodes|flowschemas|prioritylevelconfigurations|ipaddresses|servicecidrs|"
                                    + "volumeattributesclasses|storageversions|resourceslices)/.*",
                            "(apiregistration\\.k8s\\.io|internal\\.apiserver\\.k8s\\.io)/.*",
                            "(events|leases|configmaps|serviceaccounts|roles|rolebindings)/kube-(system|public|node-lease)/.*",
                            "events/.*/(fake-)?node.*",
                            "(configmaps/[^/]+/kube-root-ca\\.crt|serviceaccounts/[^/]+/default)",
                            "(clusterroles|clusterrolebindings)/(system:.*|admin|edit|view|cluster-admin)",
                            "namespaces/(default|kube-.*)",
                            "(services/specs|services/endpoints|endpointslices)/default/kubernetes"))
            + ")");

    StoredState {
        revisions = Map.copyOf(revisions);
    }

    /** Keys of what this state has and an earlier one had not. */
    Set<String> newSince(StoredState earlier) {
        Set<String> keys = new TreeSet<>(revisions.keySet());
        keys.removeAll(earlier.revisions.keySet());
        keys.removeIf(key -> isOwn(key, earlier));
        return keys;
    }

    /** Keys of what an earlier state had, and this one has not, or has with another value. */
    Set<String> changedSince(StoredState earlier) {
        Set<String> keys = new TreeSet<>(earlier.revisions.keySet());
        keys.removeIf(key -> Objects.equals(earlier.revisions.get(key), revisions.get(key)) || isOwn(key, earlier));
        return keys;
    }

    /** In a namespace that came later everything is somebody's. */
    private static boolean isOwn(String key, StoredState earlier) {
        Optional<StoredObject> object = StoredObject.of(key);
        boolean isOfLater = object.filter(each -> !each.namespace().isEmpty()
                        && !earlier.revisions.containsKey("/registry/namespaces/" + each.namespace())
                        && !each.namespace().startsWith("kube-"))
                .isPresent();
        return object.isEmpty() || (!isOfLater && OWN_WRITES.matcher(key).matches());
    }
}
