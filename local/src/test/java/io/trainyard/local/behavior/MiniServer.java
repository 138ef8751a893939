package io.trainyard.local.behavior;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.api.http.DirectRequests;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Vertx;
import java.util.Map;

/** Our own server, with everything that the suite expects to find. */
final class MiniServer implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final LocalApiServer server;
    private int namespaces;

    MiniServer() {
        server = TestApi.await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT));
        for (Map<String, Object> definition : BehaviorSuite.definitions()) {
            TestApi.await(inProcess().create(Resource.CUSTOM_RESOURCE_DEFINITIONS, definition, WriteOptions.DEFAULT));
        }
    }

    ApiClient inProcess() {
        return server.client("suite/1.0");
    }

    ApiClient overHttp() {
        return HttpApiClient.connect(vertx, server.kubeconfig(), "suite/1.0");
    }

    /** With paths and bodies, but no connection. */
    ApiClient direct() {
        return new DirectClient(requests(), "suite/1.0");
    }

    DirectRequests requests() {
        return server.direct();
    }

    String url() {
        return server.url();
    }

    String token() {
        return server.token();
    }

    TestApi newNamespace(ApiClient client) {
        namespaces++;
        String name = "test-" + namespaces;
        TestApi.await(
                client.create(Resource.NAMESPACES, Tree.of("metadata", Tree.of("name", name)), WriteOptions.DEFAULT));
        return new TestApi(client, name);
    }

    /** Makes all versions so far too old to watch from. */
    void expireVersions() {
        TestApi.await(server.expireVersions());
    }

    @Override
    public void close() {
        TestApi.await(vertx.close());
    }
}
