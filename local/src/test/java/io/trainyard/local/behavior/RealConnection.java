package io.trainyard.local.behavior;

import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.tree.Tree;
import io.trainyard.testcluster.TestCluster;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import org.awaitility.Awaitility;

/** A real API server that serves the kind of the suite. */
final class RealConnection implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final HttpApiClient client;

    RealConnection(TestCluster cluster) {
        try {
            client =
                    HttpApiClient.connect(vertx, Kubeconfig.parse(Files.readString(cluster.kubeconfig())), "suite/1.0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Object> definition = BehaviorSuite.widgetDefinition();
        TestApi.await(client.create(Resource.CUSTOM_RESOURCE_DEFINITIONS, definition, WriteOptions.DEFAULT));
        Awaitility.await()
                .until(() -> TestApi.await(
                        client.get(Resource.CUSTOM_RESOURCE_DEFINITIONS, "", Tree.text(definition, "metadata", "name"))
                                .map(current -> Tree.objects(current, "status", "conditions").stream()
                                        .anyMatch(condition -> "Established".equals(condition.get("type"))
                                                && "True".equals(condition.get("status"))))));
        Awaitility.await().ignoreExceptions().until(() -> {
            TestApi.await(client.list(BehaviorSuite.WIDGETS, "", ListOptions.ALL));
            return true;
        });
    }

    HttpApiClient client() {
        return client;
    }

    @Override
    public void close() {
        TestApi.await(vertx.close());
    }
}
