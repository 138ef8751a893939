package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.testcluster.setup.FakeNodes;
import java.util.HashMap;
import java.util.Map;

/** A fake node of a test. Pods that run there are for the test to end. */
public final class TestNode implements AutoCloseable {
    private final KubernetesClient client;
    private final Node node;

    private TestNode(KubernetesClient client, Node node) {
        this.client = client;
        this.node = node;
    }

    static TestNode add(KubernetesClient client, String name, Map<String, Quantity> size) {
        Map<String, Quantity> whole = new HashMap<>(
                Map.of("cpu", new Quantity("1000"), "memory", new Quantity("1Ti"), "pods", new Quantity("1000")));
        whole.putAll(size);
        return new TestNode(client, client.resource(FakeNodes.node(name, whole)).create());
    }

    @Override
    public void close() {
        client.resource(node).delete();
    }
}
