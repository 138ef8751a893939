package io.trainyard.launcher.kueue;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNode;
import java.util.Map;

/**
 * Nodes of one kind, which pods reach only with its selector and its toleration, and the flavor of Kueue that gives both.
 *
 * @param name of the flavor and of the node; no other test has it
 */
record Pool(KubernetesClient client, String name, TestNode node, HasMetadata flavor) implements AutoCloseable {
    private static final String LABEL = "example.com/pool";
    private static final String TAINT = "example.com/reserved";

    static Pool make(TestCluster cluster, String name) {
        TestNode node = cluster.addNode(name, Map.of("cpu", new Quantity("1000")));
        KubernetesClient client = cluster.adminClient();
        client.nodes()
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        """
                        {"metadata": {"labels": {"%s": "%s"}},
                         "spec": {"taints": [{"key": "%s", "value": "%s", "effect": "NoSchedule"}]}}
                        """
                                .formatted(LABEL, name, TAINT, name));
        HasMetadata flavor = client.resource(
                        """
                        apiVersion: kueue.x-k8s.io/v1beta2
                        kind: ResourceFlavor
                        metadata: {name: %s}
                        spec:
                          nodeLabels: {%s: %s}
                          tolerations: [{key: %s, operator: Equal, value: %s, effect: NoSchedule}]
                        """
                                .formatted(name, LABEL, name, TAINT, name))
                .create();
        return new Pool(client, name, node, flavor);
    }

    /** Whether the pod was given selector and toleration, and so found its way. */
    boolean holds(Pod pod) {
        return isSelectedBy(pod.getSpec().getNodeSelector())
                && pod.getSpec().getTolerations().stream().anyMatch(each -> TAINT.equals(each.getKey()))
                && name.equals(pod.getSpec().getNodeName());
    }

    boolean isSelectedBy(Map<String, String> nodeSelector) {
        return nodeSelector != null && name.equals(nodeSelector.get(LABEL));
    }

    @Override
    public void close() {
        client.resource(flavor).delete();
        node.close();
    }
}
