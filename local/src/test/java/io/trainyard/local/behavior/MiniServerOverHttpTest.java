package io.trainyard.local.behavior;

import io.trainyard.local.client.ApiClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The suite against our own server, over HTTP. */
final class MiniServerOverHttpTest implements WholeSuite, GarbageBehavior, ExpiryBehavior {
    private static MiniServer server;
    private static ApiClient client;

    private TestApi api;

    @BeforeAll
    static void start() {
        server = new MiniServer();
        client = server.overHttp();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void useNewNamespace() {
        api = server.newNamespace(client);
    }

    @Override
    public TestApi api() {
        return api;
    }

    @Override
    public void expireVersions() {
        server.expireVersions();
    }
}
