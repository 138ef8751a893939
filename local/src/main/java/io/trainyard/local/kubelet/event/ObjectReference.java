package io.trainyard.local.kubelet.event;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.Map;

/** An object that an event is about. */
public record ObjectReference(String apiVersion, String kind, String namespace, String name, String uid) {
    static ObjectReference of(PodSpec pod) {
        return new ObjectReference("v1", "Pod", pod.namespace(), pod.name(), pod.uid());
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = Tree.of("apiVersion", apiVersion, "kind", kind, "namespace", namespace);
        tree.put("name", name);
        tree.put("uid", uid);
        return tree;
    }
}
