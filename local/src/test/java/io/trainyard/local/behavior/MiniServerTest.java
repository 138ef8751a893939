package io.trainyard.local.behavior;

import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.tree.Tree;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The suite against our own server, over HTTP and without. */
final class MiniServerTest {
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private static Vertx vertx;
    private static LocalApiServer server;
    private static HttpApiClient http;

    @BeforeAll
    static void start() {
        vertx = Vertx.vertx();
        server = TestApi.await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT));
        http = HttpApiClient.connect(vertx, server.kubeconfig(), "suite/1.0");
        TestApi.await(server.client("suite/1.0")
                .create(Resource.CUSTOM_RESOURCE_DEFINITIONS, BehaviorSuite.widgetDefinition(), WriteOptions.DEFAULT));
    }

    @AfterAll
    static void stop() {
        TestApi.await(vertx.close());
    }

    private static TestApi inNewNamespace(ApiClient client) {
        String name = "test-" + COUNTER.incrementAndGet();
        TestApi.await(
                client.create(Resource.NAMESPACES, Tree.of("metadata", Tree.of("name", name)), WriteOptions.DEFAULT));
        return new TestApi(client, name);
    }

    @Nested
    final class OverHttp implements WholeSuite {
        private TestApi api;

        @BeforeEach
        void connect() {
            api = inNewNamespace(http);
        }

        @Override
        public TestApi api() {
            return api;
        }
    }

    @Nested
    final class InProcess implements WholeSuite {
        private TestApi api;

        @BeforeEach
        void connect() {
            api = inNewNamespace(server.client("suite/1.0"));
        }

        @Override
        public TestApi api() {
            return api;
        }
    }
}
