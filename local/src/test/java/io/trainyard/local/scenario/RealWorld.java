package io.trainyard.local.scenario;

import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A real control plane with its own controllers and fake nodes. */
public final class RealWorld implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final HttpApiClient client;

    public RealWorld(TestCluster cluster) {
        try {
            client = HttpApiClient.connect(vertx, Kubeconfig.read(cluster.kubeconfig()), "scenario/1.0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A stage in this namespace. */
    public Stage stage(TestNamespace namespace) {
        return new Stage(client, namespace.name());
    }

    @Override
    public void close() {
        Stage.await(vertx.close());
    }
}
