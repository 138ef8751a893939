package io.trainyard.local.behavior;

import io.trainyard.local.client.ApiClient;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The suite against our own server, however it is reached: one server for all tests of a class, and a namespace for each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MiniServerSuite implements WholeSuite, GarbageBehavior, ExpiryBehavior {
    final MiniServer server = new MiniServer();
    private final ApiClient client;
    private TestApi api;

    MiniServerSuite(Function<MiniServer, ApiClient> way) {
        client = way.apply(server);
    }

    @AfterAll
    void stop() {
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
