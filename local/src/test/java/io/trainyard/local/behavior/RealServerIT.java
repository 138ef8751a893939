package io.trainyard.local.behavior;

import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.tree.Tree;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The suite against a real API server: what it demands is really so. */
@RealCluster(kind = ClusterKind.BARE)
final class RealServerIT implements WholeSuite {
    private static Vertx vertx;
    private static HttpApiClient client;

    private TestApi api;

    @BeforeAll
    static void connect(TestCluster cluster) throws IOException {
        vertx = Vertx.vertx();
        client = HttpApiClient.connect(vertx, Kubeconfig.parse(Files.readString(cluster.kubeconfig())), "suite/1.0");
        Map<String, Object> definition = BehaviorSuite.widgetDefinition();
        TestApi.await(client.create(Resource.CUSTOM_RESOURCE_DEFINITIONS, definition, WriteOptions.DEFAULT));
        Awaitility.await()
                .until(() -> TestApi.await(
                        client.get(Resource.CUSTOM_RESOURCE_DEFINITIONS, "", Tree.text(definition, "metadata", "name"))
                                .map(current -> Tree.objects(current, "status", "conditions").stream()
                                        .anyMatch(condition -> "Established".equals(condition.get("type"))
                                                && "True".equals(condition.get("status"))))));
        Awaitility.await().ignoreExceptions().until(() -> {
            TestApi.await(client.list(WIDGETS, "", ListOptions.ALL));
            return true;
        });
    }

    @BeforeEach
    void useNamespace(TestNamespace namespace) {
        api = new TestApi(client, namespace.name());
    }

    @AfterAll
    static void disconnect() {
        TestApi.await(vertx.close());
    }

    @Override
    public TestApi api() {
        return api;
    }
}
