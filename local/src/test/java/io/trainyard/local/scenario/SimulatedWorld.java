package io.trainyard.local.scenario;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.LocalControllers;
import io.trainyard.local.controllers.job.JobOptions;
import io.trainyard.local.time.RealTime;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Our API server, our controllers, and a fake node. */
public final class SimulatedWorld implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final LocalApiServer server;
    private final LocalControllers controllers;
    private int namespaces;

    /** A world whose Jobs do not wait long before they replace failed pods. */
    public SimulatedWorld() {
        this(options -> options);
    }

    /** A world with more in its API server. */
    public SimulatedWorld(UnaryOperator<LocalApiOptions> change) {
        this(change, ControllerOptions.DEFAULT);
    }

    /** A world with more in its API server and other features. */
    public SimulatedWorld(UnaryOperator<LocalApiOptions> change, ControllerOptions wanted) {
        this(change, wanted, (vertx, server) -> server.client("scenario/1.0"));
    }

    /** A world whose controllers reach the API server in another way. */
    SimulatedWorld(
            UnaryOperator<LocalApiOptions> change,
            ControllerOptions wanted,
            BiFunction<Vertx, LocalApiServer, ApiClient> connection) {
        server = Stage.await(LocalApiServer.start(vertx, change.apply(LocalApiOptions.DEFAULT)));
        ControllerOptions features = wanted.withJob(new JobOptions(Duration.ofMillis(50), Duration.ofSeconds(1)));
        RealTime time = new RealTime(vertx);
        controllers = Stage.await(LocalControllers.start(vertx, connection.apply(vertx, server), time, features));
        Stage.await(FakeNode.start(client(), time, features.scheduler().nodeName()));
    }

    /** A client that needs no HTTP. */
    public ApiClient client() {
        return server.client("scenario/1.0");
    }

    /** A stage in a new namespace. */
    public Stage newStage() {
        namespaces++;
        String name = "scene-" + namespaces;
        Stage.await(
                client().create(Resource.NAMESPACES, Tree.of("metadata", Tree.of("name", name)), WriteOptions.DEFAULT));
        return new Stage(client(), name);
    }

    /** Ends all watches, and makes the versions that they have seen too old to go on from. */
    void interruptWatches() {
        Stage.await(server.closeWatches());
        Stage.await(server.expireVersions());
    }

    @Override
    public void close() {
        Stage.await(controllers.stop());
        Stage.await(vertx.close());
    }
}
